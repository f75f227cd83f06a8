// A mapping without a match takes every event: allowed, and worth a word.
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";

export function checkCatchAlls(mappings: readonly Mapping[]): readonly Problem[] {
  return mappings
    .filter(({ match }) => match.path === undefined && match.source === undefined)
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
