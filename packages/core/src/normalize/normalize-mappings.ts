// The mappings as written and the presets named → all mappings in the order in which they are tried.
import type { HooksInput } from "../model/config.ts";
import type { Mapping } from "../model/mapping.ts";
import type { Preset } from "../model/preset.ts";
import type { Problem } from "../model/problem.ts";
import { normalizeMapping } from "./normalize-mapping.ts";
import { builtInPresets } from "./presets/index.ts";
import { runPreset } from "./run-preset.ts";

export interface NormalizedMappings {
  readonly mappings: readonly Mapping[];
  readonly problems: readonly Problem[];
}

export function normalizeMappings(
  hooks: HooksInput,
  ownPresets: Readonly<Record<string, Preset>> = {},
): NormalizedMappings {
  const written = (hooks.mappings ?? []).flatMap((input, index) => {
    const configPath = ["hooks", "mappings", index];
    // A mapping that was no object at all is reported already.
    if (input === undefined) return [];
    return [
      normalizeMapping(input, {
        id: input.id?.trim() ?? `mapping-${index + 1}`,
        configPath,
      }),
    ];
  });
  const presets: Readonly<Record<string, Preset>> = { ...builtInPresets, ...ownPresets };
  const taken = new Set(written.map((mapping) => mapping.id));
  const mappings = [...written];
  const problems: Problem[] = [];
  for (const [index, name] of (hooks.presets ?? []).entries()) {
    // A name that was no text at all is reported already.
    if (name === undefined) continue;
    const configPath = ["hooks", "presets", index];
    const run = runPreset({ name, configPath, hooks }, presets);
    problems.push(...run.problems);
    for (const input of run.inputs) {
      const id = freeId(input.id?.trim() ?? name, taken);
      mappings.push(normalizeMapping(input, { id, configPath, preset: name }));
    }
  }
  return { mappings, problems };
}

/** An operator's mapping may be called like the preset whose events it takes over. */
function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}-preset${count === 2 ? "" : count}`;
  taken.add(id);
  return id;
}
