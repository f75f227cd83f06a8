// The clauses of a match → a rule with its conditions compiled, and what is wrong with them.
import { compileCondition } from "../condition/compile-condition.ts";
import type { Condition } from "../condition/condition.ts";
import type { MatchRule } from "../match/match-rule.ts";
import type { ConfigPath, MatchClauses } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";

/** A rule whose condition can also be traced. */
export interface CompiledMatch extends MatchRule {
  readonly when: Condition | undefined;
  readonly not: CompiledMatch | undefined;
}

export function compileMatch(
  clauses: MatchClauses,
  path: ConfigPath,
  report: (problem: Problem) => void,
): CompiledMatch {
  return {
    path: clauses.path,
    source: clauses.source,
    headers: clauses.headers,
    query: clauses.query,
    when: compileWhen(clauses, path, report),
    not: clauses.not && compileMatch(clauses.not, [...path, "not"], report),
  };
}

function compileWhen(
  { when }: MatchClauses,
  path: ConfigPath,
  report: (problem: Problem) => void,
): Condition | undefined {
  if (when === undefined) return undefined;
  const { condition, problems } = compileCondition(when, [...path, "when"]);
  for (const problem of problems) report(problem);
  return {
    // A plain object: rules read own properties only, and scopes have getters.
    holds: ({ payload, headers, query, path: name }, trace) =>
      condition.holds({ payload, headers, query, path: name }, trace),
  };
}
