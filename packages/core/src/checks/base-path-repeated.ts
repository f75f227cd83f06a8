// match.path that begins with the base path: the name after it was meant.
import type { Mapping } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";

export function checkBasePathRepeated(
  mappings: readonly Mapping[],
  basePath: string,
): readonly Problem[] {
  const base = `${basePath.slice(1)}/`;
  return mappings.flatMap((mapping) => {
    const { path } = mapping.match;
    if (path === undefined || !path.startsWith(base)) return [];
    const message = `Mapping "${mapping.id}" repeats the base path and only matches ${basePath}/${path}.`;
    const hint = `Write "${path.slice(base.length)}".`;
    const at = [...mapping.configPath, "match", "path"];
    return [
      createProblem("match_repeats_base_path", at, message, {
        severity: "warning",
        hint,
      }),
    ];
  });
}
