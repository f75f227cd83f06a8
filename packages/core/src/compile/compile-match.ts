// The clauses of a match → a rule with its conditions compiled; what is wrong with them is reported.
import type { CompiledMatch } from "../compiled.ts";
import { compileCondition } from "../condition/compile-condition.ts";
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
    when:
      clauses.when === undefined
        ? undefined
        : compileCondition(clauses.when, [...path, "when"], report),
    not: clauses.not && compileMatch(clauses.not, [...path, "not"], report),
  };
}
