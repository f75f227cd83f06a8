// A config → the same compiled with a recorder in its templates, and what each of its mappings asks.

import type { CompileOptions, HooksInput, HookwrightConfig } from "@hookwright/core";
import { HooksConfigError } from "@hookwright/core";
import type { CompiledConfig, CompiledMapping, Mapping } from "@hookwright/core/internal";
import {
  compileWithAdvice,
  createProblemList,
  normalizeMappings,
  parseConfig,
} from "@hookwright/core/internal";
import type { TemplateProbe } from "@hookwright/template/runtime";
import { type AtomLeaf, type Leaf, leavesOfElements, leavesOfMatch } from "./match-leaves.ts";
import { createTemplateRecorder, type TemplateRecorder } from "./template-recorder.ts";

/** A mapping in the three forms in which it is needed. */
export interface CoveredMapping {
  readonly mapping: Mapping;
  readonly compiled: CompiledMapping;
  readonly leaves: readonly Leaf[];
  /** Of `forEach.when`. */
  readonly elementLeaves: readonly AtomLeaf[];
}

export interface CoveredConfig {
  readonly hooks: HooksInput;
  readonly compiled: CompiledConfig;
  /** All of them, in order: those of presets take events, although nobody covers them. */
  readonly mappings: readonly CoveredMapping[];
  readonly recorder: TemplateRecorder;
}

/**
 * Throws where the config does not compile: what runs cases has told its problems before. `around` may put a
 * probe of its own around that of the recorder.
 */
export function createCoveredConfig(
  config: unknown,
  options: CompileOptions,
  around: (probe: TemplateProbe) => TemplateProbe = (probe) => probe,
): CoveredConfig {
  const recorder = createTemplateRecorder();
  const result = compileWithAdvice(config, { ...options, probe: around(recorder.probe) });
  if (!result.ok) throw new HooksConfigError(result.problems);
  const { compiled } = result;
  // What is wrong here was told by the compiler.
  const { report } = createProblemList();
  const hooks = (parseConfig(config, report) as HookwrightConfig).hooks ?? {};
  const mappings = normalizeMappings(hooks, { presets: options.presets, report });
  return {
    hooks,
    compiled,
    mappings: mappings.map((mapping, index) => ({
      mapping,
      compiled: compiled.mappings[index] as CompiledMapping,
      leaves: leavesOfMatch(mapping.match, { path: [...mapping.configPath, "match"] }),
      elementLeaves: leavesOfElements(mapping),
    })),
    recorder,
  };
}
