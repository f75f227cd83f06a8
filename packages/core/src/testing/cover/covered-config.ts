// A config → the same compiled with a recorder in its templates, and what each of its mappings asks.

import type { TemplateProbe } from "@hookwright/template/internal";
import { compileConfig } from "../../compile/compile-config.ts";
import type { CompileOptions } from "../../compile/options.ts";
import type { CompiledConfig, CompiledMapping } from "../../compiled.ts";
import { parseConfig } from "../../config/parse-config.ts";
import type { HooksInput, HookwrightConfig } from "../../model/config.ts";
import type { Mapping } from "../../model/mapping.ts";
import { normalizeMappings } from "../../normalize/normalize-mappings.ts";
import { HooksConfigError } from "../../problem/config-error.ts";
import { createProblemList } from "../../problem/problem.ts";
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
  const result = compileConfig(config, { ...options, probe: around(recorder.probe) });
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
