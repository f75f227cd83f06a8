// A config → its compiled form and that of each mutant, for which only the changed part is compiled.

import type { CompileOptions, HooksInput, HookwrightConfig, MappingInput } from "@hookwright/core";
import { HooksConfigError } from "@hookwright/core";
import { compileConfig, createProblemList, type Mapping, parseConfig } from "@hookwright/core/plan";
import { type CompiledConfig, type CompiledMapping, indexMappings } from "@hookwright/core/runtime";
import type { MappingMutant, Mutant, PartialMutant } from "./model.ts";
import { idOf } from "./mutate-config.ts";

export interface MutantCompiler {
  readonly base: CompiledConfig;
  /** Those of the config, in order. */
  readonly mappings: readonly Mapping[];
  /** Undefined if the changed part does not compile. */
  readonly compile: (mutant: Mutant) => CompiledConfig | undefined;
}

/**
 * Hooks are not enabled, so no secret is read. A mapping is compiled alone, because the others do not affect it. Throws if
 * the config does not compile.
 */
export function createMutantCompiler(config: unknown, options: CompileOptions): MutantCompiler {
  const written = parseConfig(config, createProblemList().report) as HookwrightConfig;
  const hooks = { ...written.hooks, enabled: false };
  const result = compileConfig({ ...written, hooks }, options);
  if (!result.ok) throw new HooksConfigError(result.problems);
  const base = result.compiled;

  const compileOne: CompileOne = (mapping, place, changed = hooks) => {
    const mappings = [{ ...mapping, id: idOf(mapping, place) }];
    const alone = compileConfig(
      { ...written, hooks: { ...changed, presets: [], mappings } },
      options,
    );
    return alone.ok ? alone.compiled.mappings[0] : undefined;
  };
  return {
    base,
    mappings: result.mappings,
    compile: (mutant) => {
      const mappings =
        mutant.partial === undefined
          ? changeList(base.mappings, mutant, compileOne)
          : changePartial(base.mappings, mutant, { hooks, compileOne });
      return mappings && { ...base, mappings, index: indexMappings(mappings) };
    },
  };
}

type CompileOne = (
  mapping: MappingInput,
  place: number,
  hooks?: HooksInput,
) => CompiledMapping | undefined;

function changeList(
  mappings: readonly CompiledMapping[],
  { place, edit }: MappingMutant,
  compileOne: CompileOne,
): readonly CompiledMapping[] | undefined {
  if (edit.kind === "remove") return mappings.filter((_, at) => at !== place);
  if (edit.kind === "swap") {
    const places = new Map([
      [place, edit.with],
      [edit.with, place],
    ]);
    return mappings.map((_, at) => mappings[places.get(at) ?? at] as CompiledMapping);
  }
  const compiled = compileOne(edit.mapping, place);
  return compiled && mappings.map((one, at) => (at === place ? compiled : one));
}

function changePartial(
  mappings: readonly CompiledMapping[],
  { partial, text, usedBy }: PartialMutant,
  { hooks, compileOne }: { readonly hooks: HooksInput; readonly compileOne: CompileOne },
): readonly CompiledMapping[] | undefined {
  const changed = { ...hooks, partials: { ...hooks.partials, [partial]: text } };
  const list = [...mappings];
  for (const place of usedBy) {
    const compiled = compileOne(hooks.mappings?.[place] as MappingInput, place, changed);
    if (compiled === undefined) return undefined;
    list[place] = compiled;
  }
  return list;
}
