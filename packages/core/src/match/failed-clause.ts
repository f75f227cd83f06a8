// One rule and one event → the first clause of the match that fails; or undefined where it matches.
import { readHeader } from "../data/read-header.ts";
import type { HeaderRecord } from "../model/event.ts";
import type { ValueClause } from "../model/mapping.ts";
import type { MatchRule, MatchSubject } from "./match-rule.ts";

/** The clause that failed, with what it wanted and what it saw. */
export interface FailedClause {
  /** `path`, `source`, `headers.x-github-event`, `query.kind`, `when` or `not`. */
  readonly clause: string;
  /** The values that would have matched; empty for `when` and `not`. */
  readonly wanted: readonly string[];
  /** What the event has; absent where it has nothing. */
  readonly seen: string | undefined;
}

export function findFailedClause(rule: MatchRule, subject: MatchSubject): FailedClause | undefined {
  return (
    failedText("path", rule.path, subject.path) ??
    failedText("source", rule.source, subject.source) ??
    failedValue("headers", rule.headers, subject.headers) ??
    failedValue("query", rule.query, subject.query) ??
    failedCondition(rule, subject) ??
    failedNot(rule, subject)
  );
}

function failedText(
  clause: string,
  wanted: string | undefined,
  seen: string | undefined,
): FailedClause | undefined {
  if (wanted === undefined || wanted === seen) return undefined;
  return { clause, wanted: [wanted], seen };
}

function failedValue(
  kind: "headers" | "query",
  clauses: readonly ValueClause[],
  seenValues: HeaderRecord,
): FailedClause | undefined {
  for (const { name, values } of clauses) {
    const seen = readHeader(seenValues, name);
    if (seen === undefined || !values.includes(seen)) {
      return { clause: `${kind}.${name}`, wanted: values, seen };
    }
  }
  return undefined;
}

function failedCondition({ when }: MatchRule, subject: MatchSubject): FailedClause | undefined {
  if (when === undefined || when.holds(subject)) return undefined;
  return { clause: "when", wanted: [], seen: undefined };
}

function failedNot({ not }: MatchRule, subject: MatchSubject): FailedClause | undefined {
  if (not === undefined || findFailedClause(not, subject) !== undefined) return undefined;
  return { clause: "not", wanted: [], seen: undefined };
}
