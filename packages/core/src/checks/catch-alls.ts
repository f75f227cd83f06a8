// A mapping without a match takes every event: allowed, and worth a word.
import type { Mapping, MatchClauses } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";

export function checkCatchAlls(mappings: readonly Mapping[]): readonly Problem[] {
  return mappings
    .filter(({ match }) => isCatchAll(match))
    .map((mapping) =>
      createProblem(
        "match_missing",
        mapping.configPath,
        `Mapping "${mapping.id}" has no match and takes every event that no mapping before it took.`,
        {
          severity: "warning",
          hint: 'Write "match": { "path": … } unless that is meant.',
        },
      ),
    );
}

function isCatchAll({ path, source, headers, query, when, not }: MatchClauses): boolean {
  const asksNothing = path === undefined && source === undefined && when === undefined;
  return asksNothing && headers.length === 0 && query.length === 0 && not === undefined;
}
