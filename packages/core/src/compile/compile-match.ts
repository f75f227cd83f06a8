// The clauses of a match → a rule with its conditions compiled; what is wrong with them is reported.
import type { CompiledMatch } from "../compiled.ts";
import { compileCondition } from "../condition/compile-condition.ts";
import type { Condition } from "../condition/condition.ts";
import type { ConfigPath, MatchClauses } from "../model/mapping.ts";
import type { Report } from "../problem/report.ts";

export function compileMatch(
  clauses: MatchClauses,
  path: ConfigPath,
  report: Report,
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
  report: Report,
): Condition | undefined {
  if (when === undefined) return undefined;
  const condition = compileCondition(when, [...path, "when"], report);
  return {
    // A plain object: rules read own properties only, and scopes have getters.
    holds: ({ payload, headers, query, path: name }, trace) =>
      condition.holds({ payload, headers, query, path: name }, trace),
  };
}
