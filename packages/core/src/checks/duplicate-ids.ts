// Two mappings of one id: logs and reports could not tell them apart.
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { configPathToText } from "../problem/config-path.ts";
import { createProblem } from "../problem/problem.ts";

export function checkDuplicateIds(mappings: readonly Mapping[]): readonly Problem[] {
  const first = new Map<string, Mapping>();
  return mappings.flatMap((mapping) => {
    const earlier = first.get(mapping.id);
    if (earlier === undefined) {
      first.set(mapping.id, mapping);
      return [];
    }
    const message = `The id "${mapping.id}" is taken by ${configPathToText(earlier.configPath)}.`;
    const path = [...mapping.configPath, "id"];
    return [
      createProblem("id_duplicate", path, message, {
        hint: "Give each mapping its own id.",
      }),
    ];
  });
}
