// What a mapping asks of an event, ready to be compared; and what an event offers.

import { type HeaderSource, type QueryRecord, readHeader, readHeaderOf } from "@hookwright/base";
import { type Budget, COST } from "@hookwright/template/runtime";
import type { ValueClause } from "../../model/index.ts";

/** What a condition is evaluated on. */
interface MatchData extends HeaderSource {
  readonly payload: unknown;
  readonly query: QueryRecord;
  readonly path: string;
  /** When the event was received, in ISO 8601 and UTC. */
  readonly now: () => string;
}

export interface MatchSubject extends MatchData {
  /** The payload's own `source`, where it is a string. */
  readonly source: string | undefined;
  /** As in `HookEvent`. */
  readonly proof?: string | undefined;
}

/** The proof that a mapping asks for. */
export interface RequiredProof {
  readonly id: string;
  /** Whether the hook token is as good. */
  readonly orToken: boolean;
}

export interface MatchRule {
  /** Undefined where the hook token is the proof, and within `not`. */
  readonly auth?: RequiredProof | undefined;
  readonly path: string | undefined;
  readonly source: string | undefined;
  readonly headers: readonly ValueClause[];
  readonly query: readonly ValueClause[];
  /** Undefined where the condition cannot be evaluated for this event. */
  readonly when:
    | { readonly holds: (data: MatchData, budget: Budget) => boolean | undefined }
    | undefined;
  readonly not: MatchRule | undefined;
}

/** The clause that failed, with what it wanted and what it saw. */
export interface FailedClause {
  /** `path`, `source`, `headers.x-github-event`, `query.kind`, `when` or `not`. */
  readonly clause: string;
  /** The values that would have matched; empty for `when` and `not`. */
  readonly wanted: readonly string[];
  /** What the event has; absent where it has nothing. */
  readonly seen: string | undefined;
  /** A condition that could not be evaluated: the event is neither what it asks for nor the opposite. */
  readonly isUndecided?: true;
}

/** Throws a `WorkLimitError` when the budget is spent: whether the rule matches is then not known. */
export function findFailedClause(
  rule: MatchRule,
  subject: MatchSubject,
  budget: Budget,
): FailedClause | undefined {
  budget.spend(COST.rules);
  return (
    failedText("path", rule.path, subject.path) ??
    failedText("source", rule.source, subject.source) ??
    failedValue("headers", rule.headers, subject) ??
    failedValue("query", rule.query, subject) ??
    failedCondition(rule, subject, budget) ??
    failedNot(rule, subject, budget)
  );
}

/** All clauses that fail, of those that compare a value: conditions are not asked. */
export function findFailedValues(
  { path, source, headers, query }: MatchRule,
  subject: MatchSubject,
  budget: Budget,
): readonly FailedClause[] {
  budget.spend((1 + headers.length + query.length) * COST.rules);
  const failed: FailedClause[] = [];
  const add = (clause: FailedClause | undefined): void => {
    if (clause !== undefined) failed.push(clause);
  };
  add(failedText("path", path, subject.path) ?? failedText("source", source, subject.source));
  for (const clause of headers) add(failedOne("headers", clause, subject));
  for (const clause of query) add(failedOne("query", clause, subject));
  return failed;
}

type ValueKind = "headers" | "query";

function failedText(
  clause: string,
  wanted: string | undefined,
  seen: string | undefined,
): FailedClause | undefined {
  if (wanted === undefined || wanted === seen) return undefined;
  return { clause, wanted: [wanted], seen };
}

function failedValue(
  kind: ValueKind,
  clauses: readonly ValueClause[],
  subject: MatchSubject,
): FailedClause | undefined {
  for (const clause of clauses) {
    const failed = failedOne(kind, clause, subject);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

function failedOne(
  kind: ValueKind,
  { name, values }: ValueClause,
  subject: MatchSubject,
): FailedClause | undefined {
  const seen = kind === "headers" ? readHeaderOf(subject, name) : readHeader(subject.query, name);
  if (seen !== undefined && values.includes(seen)) return undefined;
  return { clause: `${kind}.${name}`, wanted: values, seen };
}

function failedCondition(
  { when }: MatchRule,
  subject: MatchSubject,
  budget: Budget,
): FailedClause | undefined {
  const holds = when === undefined || when.holds(subject, budget);
  if (holds === true) return undefined;
  const failed = { clause: "when", wanted: [], seen: undefined };
  return holds === undefined ? { ...failed, isUndecided: true } : failed;
}

/** Who sends a payload that no condition can judge must not get past what was to keep it out. */
function failedNot(
  { not }: MatchRule,
  subject: MatchSubject,
  budget: Budget,
): FailedClause | undefined {
  if (not === undefined) return undefined;
  const unwanted = findFailedClause(not, subject, budget);
  const failed = { clause: "not", wanted: [], seen: undefined };
  if (unwanted === undefined) return failed;
  return unwanted.isUndecided && { ...failed, isUndecided: true };
}
