// A config → the same compiled with a recorder in its templates, and the clauses and conditions of its mappings.

import type { CompileOptions, HooksInput, HookwrightConfig } from "@hookwright/core";
import { HooksConfigError } from "@hookwright/core";
import {
  compileConfig,
  createProblemList,
  type Mapping,
  type Plan,
  parseConfig,
} from "@hookwright/core/plan";
import type { CompiledConfig, CompiledMapping } from "@hookwright/core/runtime";
import type { TemplateProbe } from "@hookwright/template/runtime";
import { type AtomLeaf, type Leaf, leavesOfElements, leavesOfMatch } from "./match-leaves.ts";
import { createTemplateRecorder, type TemplateRecorder } from "./template-recorder.ts";

/** A mapping, compiled, with its leaves. */
export interface CoveredMapping {
  readonly mapping: Mapping;
  readonly compiled: CompiledMapping;
  readonly leaves: readonly Leaf[];
  /** Of `forEach.when`. */
  readonly elementLeaves: readonly AtomLeaf[];
}

export interface CoveredConfig {
  /** As written. */
  readonly hooks: HooksInput;
  readonly plan: Plan;
  readonly compiled: CompiledConfig;
  /** In order, with those of presets, which take events but are not covered. */
  readonly mappings: readonly CoveredMapping[];
  readonly recorder: TemplateRecorder;
}

/** Throws if the config does not compile. `around` may wrap the probe of the recorder. */
export function createCoveredConfig(
  config: unknown,
  options: CompileOptions,
  around: (probe: TemplateProbe) => TemplateProbe = (probe) => probe,
): CoveredConfig {
  const recorder = createTemplateRecorder();
  const result = compileConfig(config, { ...options, probe: around(recorder.probe) });
  if (!result.ok) throw new HooksConfigError(result.problems);
  const { plan, compiled, mappings } = result;
  // Problems were reported when it was compiled.
  const hooks = (parseConfig(config, createProblemList().report) as HookwrightConfig).hooks ?? {};
  return {
    hooks,
    plan,
    compiled,
    mappings: mappings.map((mapping, index) => ({
      mapping,
      compiled: compiled.mappings[index] as CompiledMapping,
      leaves: leavesOfMatch(mapping.match, [...mapping.configPath, "match"]),
      elementLeaves: leavesOfElements(mapping),
    })),
    recorder,
  };
}
