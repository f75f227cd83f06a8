// An event and all mappings, in order → which matched, and which clauses of the others failed.
import type { CompiledConfig, CompiledMatch } from "../compiled.ts";
import type { EventView } from "../data/event-view.ts";
import { type FailedClause, findFailedClause } from "../match/failed-clause.ts";
import type { ConditionReport, MatchReport } from "../model/explanation.ts";
import type { ValueClause } from "../model/mapping.ts";
import type { Resolution } from "../model/resolution.ts";
import { findNearestName } from "../problem/nearest-name.ts";

export interface MatchedEvent {
  readonly view: EventView;
  readonly resolution: Resolution;
}

export function reportMatches(
  { view, resolution }: MatchedEvent,
  config: CompiledConfig,
): readonly MatchReport[] {
  // The built-in routes come before all mappings, and a body that is neither object nor list gets to none.
  let isDecided = resolution.outcome !== "unmatched" && resolution.mappingId === undefined;
  return config.mappings.map(({ id: mappingId, rule }): MatchReport => {
    if (isDecided) return { mappingId, result: "not tried" };
    const failed = findFailedClauses(rule, view);
    const [first] = failed;
    if (first !== undefined) return reportFailure(mappingId, { first, failed, rule }, view);
    isDecided = true;
    return { mappingId, result: "matched", ...traceCondition(rule, view) };
  });
}

/** The clauses one by one, so that the change which is named satisfies them all. */
function findFailedClauses(rule: CompiledMatch, view: EventView): readonly FailedClause[] {
  const { path, source, headers, query, when, not } = rule;
  const clauses: readonly CompiledMatch[] = [
    { ...NO_CLAUSES, path },
    { ...NO_CLAUSES, source },
    ...headers.map((clause) => ({ ...NO_CLAUSES, headers: [clause] })),
    ...query.map((clause) => ({ ...NO_CLAUSES, query: [clause] })),
    { ...NO_CLAUSES, when },
    { ...NO_CLAUSES, not },
  ];
  return clauses.flatMap((clause) => findFailedClause(clause, view) ?? []);
}

const NO_CLAUSES: CompiledMatch = {
  path: undefined,
  source: undefined,
  headers: [],
  query: [],
  when: undefined,
  not: undefined,
};

interface Failure {
  readonly first: FailedClause;
  readonly failed: readonly FailedClause[];
  readonly rule: CompiledMatch;
}

function reportFailure(
  mappingId: string,
  { first: { clause, seen }, failed, rule }: Failure,
  view: EventView,
): MatchReport {
  // Where an earlier clause fails, no condition was asked.
  const asked = { when: rule, not: rule.not }[clause];
  return {
    mappingId,
    result: "not matched",
    clause,
    ...(seen !== undefined && { seen }),
    wouldMatchIf: describeChange(failed, rule),
    ...(asked && traceCondition(asked, view)),
  };
}

function traceCondition({ when }: CompiledMatch, view: EventView): Pick<MatchReport, "condition"> {
  const condition: ConditionReport[] = [];
  when?.holds(view, (step) => {
    condition.push(step);
  });
  return condition.length > 0 ? { condition } : {};
}

export function describeChange(failed: readonly FailedClause[], rule: CompiledMatch): string {
  return failed.map((clause) => describeClause(clause, rule)).join(" and ");
}

function describeClause(failed: FailedClause, { not }: CompiledMatch): string {
  const { clause, wanted, seen, isUndecided } = failed;
  if (isUndecided) return "the condition could be evaluated for this payload";
  if (clause === "when") return "the condition held";
  if (clause === "not") return describeEscape(not as CompiledMatch);
  const nearest = (seen === undefined ? undefined : findNearestName(seen, wanted)) ?? wanted[0];
  const [kind = "", ...name] = clause.split(".");
  const subject = name.length === 0 ? `the ${kind}` : describeName(kind, name.join("."));
  return `${subject} were "${nearest}"`;
}

function describeName(kind: string, name: string): string {
  return `${kind === "headers" ? "header" : "query parameter"} "${name}"`;
}

/** All clauses under `match.not` hold: any one that did not would do. */
function describeEscape({ path, source, headers, query, when, not }: CompiledMatch): string {
  const ways = [
    ...(path === undefined ? [] : [`the path were not "${path}"`]),
    ...(source === undefined ? [] : [`the source were not "${source}"`]),
    ...headers.map((clause) => describeOther("headers", clause)),
    ...query.map((clause) => describeOther("query", clause)),
    ...(when === undefined ? [] : ["the condition under match.not did not hold"]),
    ...(not === undefined ? [] : ["the clauses under match.not.not all held"]),
  ];
  return ways.length === 0 ? "match.not had a clause" : ways.join(" or ");
}

function describeOther(kind: string, { name, values }: ValueClause): string {
  const list = values.map((value) => `"${value}"`).join(" or ");
  return `${describeName(kind, name)} were not ${list}`;
}
