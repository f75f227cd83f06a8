// A config → its mutants: the same config with one thing changed, in the order of the config.

import { stripOuterSlashes } from "@hookwright/base";
import type { HookEvent, HookwrightConfig, MappingInput } from "@hookwright/core";
import { createProblemList, parseConfig } from "@hookwright/core/internal";
import type { MappingMutant, Mutant } from "./model.ts";
import { mutateConditions } from "./operators/mutate-condition.ts";
import { mutateFields } from "./operators/mutate-fields.ts";
import { mutateMatch } from "./operators/mutate-match.ts";
import { mutatePartials } from "./operators/template/mutate-partials.ts";
import { mutateTemplates } from "./operators/template/mutate-templates.ts";

/** Options of `mutateConfig`. */
export interface MutateConfigOptions {
  /** Events that a mapping takes, for `expr-sibling`. Default: none. */
  readonly samplesOf?: (mappingId: string) => readonly HookEvent[];
  /** Whether lines of literal text are dropped, too. Default: false. */
  readonly text?: boolean;
}

/**
 * The mutants of a config that compiles; of any other, none. Those of the mappings come first, then those of
 * the partials. Mappings of presets are not the author's.
 *
 * @example
 * ```ts
 * for (const { operator, path, label } of mutateConfig(config)) console.log(operator, path.join("."), label);
 * ```
 */
export function mutateConfig(
  config: unknown,
  { samplesOf = () => [], text = false }: MutateConfigOptions = {},
): readonly Mutant[] {
  const written = parseConfig(config, createProblemList().report) as HookwrightConfig | undefined;
  const hooks = written?.hooks ?? {};
  const { mappings = [] } = hooks;
  const ofMappings = mappings.flatMap((mapping, place) => {
    const mappingId = idOf(mapping, place);
    const path = ["hooks", "mappings", place];
    const found = [
      ...mutateMatch(mapping),
      ...mutateConditions(mapping),
      ...mutateTemplates(mapping, { samples: samplesOf(mappingId), text }),
      ...mutateFields(mapping),
    ];
    const base = { mappingId, place, path };
    const next = findNext(mappings, place);
    return [
      { ...base, operator: "mapping-remove", label: "is gone", edit: { kind: "remove" } },
      ...(next === undefined ? [] : [swap(base, mappings, next)]),
      ...found.map(({ mapping: changed, path: within, ...one }): MappingMutant => {
        const edit = { kind: "replace", mapping: changed } as const;
        return { ...base, ...one, path: [...path, ...within], edit };
      }),
    ] satisfies readonly MappingMutant[];
  });
  return [...ofMappings, ...mutatePartials(hooks, { text })];
}

export function idOf({ id }: MappingInput, place: number): string {
  return id?.trim() ?? `mapping-${place + 1}`;
}

function swap(
  base: Pick<MappingMutant, "mappingId" | "place" | "path">,
  mappings: readonly MappingInput[],
  next: number,
): MappingMutant {
  const label = `behind ${idOf(mappings[next] as MappingInput, next)}`;
  return { ...base, operator: "mapping-swap", label, edit: { kind: "swap", with: next } };
}

/** The next mapping for the same hook name. */
function findNext(mappings: readonly MappingInput[], place: number): number | undefined {
  const nameOf = (mapping: MappingInput | undefined) =>
    stripOuterSlashes(mapping?.match?.path?.trim() ?? "");
  const name = nameOf(mappings[place]);
  const found = mappings.findIndex((one, at) => at > place && nameOf(one) === name);
  return found === -1 ? undefined : found;
}
