// An event and all mappings, in order → which matched, and which clause of the others failed.
import type { CompiledConfig } from "../compile/compile-config.ts";
import type { CompiledMatch } from "../compile/compile-match.ts";
import { type FailedClause, findFailedClause } from "../match/failed-clause.ts";
import type { ConditionReport, MatchReport } from "../model/explanation.ts";
import { findNearestName } from "../problem/nearest-name.ts";
import type { EventScope } from "./event-scope.ts";

export function reportMatches(scope: EventScope, config: CompiledConfig): readonly MatchReport[] {
  // The built-in routes come before all mappings.
  let isDecided = scope.path === "wake" || scope.path === "agent";
  return config.mappings.map(({ id: mappingId, rule }): MatchReport => {
    if (isDecided) return { mappingId, result: "not tried" };
    const failed = findFailedClause(rule, scope);
    if (failed !== undefined) return reportFailure(mappingId, failed, rule, scope);
    isDecided = true;
    const condition = traceCondition(rule, scope);
    return { mappingId, result: "matched", ...(condition.length > 0 && { condition }) };
  });
}

function reportFailure(
  mappingId: string,
  { clause, wanted, seen, isUndecided }: FailedClause,
  rule: CompiledMatch,
  scope: EventScope,
): MatchReport {
  return {
    mappingId,
    result: "not matched",
    clause,
    ...(seen !== undefined && { seen }),
    wouldMatchIf: isUndecided ? COULD_BE_EVALUATED : wouldMatchIf(clause, wanted, seen),
    ...(clause === "when" && { condition: traceCondition(rule, scope) }),
  };
}

const COULD_BE_EVALUATED = "the condition could be evaluated for this payload";

function wouldMatchIf(clause: string, wanted: readonly string[], seen: string | undefined): string {
  if (clause === "when") return "the condition held";
  if (clause === "not") return "the clauses under match.not did not all hold";
  const nearest = (seen === undefined ? undefined : findNearestName(seen, wanted)) ?? wanted[0];
  const [kind, ...name] = clause.split(".");
  const what = { headers: "header", query: "query parameter" }[kind as string];
  const subject = what === undefined ? `the ${clause}` : `${what} "${name.join(".")}"`;
  return `${subject} were "${nearest}"`;
}

function traceCondition({ when }: CompiledMatch, scope: EventScope): readonly ConditionReport[] {
  const steps: ConditionReport[] = [];
  when?.holds(scope, (step) => {
    steps.push(step);
  });
  return steps;
}
