// A phase of the compile → what it gives, and the problems that it reported.

import type { HooksInput, HookwrightConfig } from "../src/authoring/config/config.ts";
import type { Mapping } from "../src/authoring/config/mapping.ts";
import { normalizeMappings } from "../src/authoring/config/normalize-mappings.ts";
import { parseConfig } from "../src/authoring/config/parse-config.ts";
import type { CompileOptions } from "../src/authoring/plan/options.ts";
import { compileConfig } from "../src/compile-hooks.ts";
import type { Problem } from "../src/model/problem.ts";
import { createProblemList, type Report } from "../src/model/problem.ts";
import type { CompiledConfig } from "../src/serving/resolve/compiled.ts";

export function withProblems<Result>(run: (report: Report) => Result): {
  readonly result: Result;
  readonly problems: readonly Problem[];
} {
  const { report, problems } = createProblemList();
  return { result: run(report), problems };
}

/** Throws if the config has an error, which is a mistake in the test. */
export function compileUsable(
  config: unknown,
  options: CompileOptions = {},
): { readonly compiled: CompiledConfig; readonly problems: readonly Problem[] } {
  const result = compileConfig(config, options);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  return result;
}

/** The mappings of a config in which normalizing finds nothing wrong. */
export function mappingsOf(hooks: HooksInput): readonly Mapping[] {
  const { result, problems } = withProblems((report) => normalizeMappings(hooks, { report }));
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  return result;
}

/** The config, empty where nothing could be left of it, and what was wrong. */
export function parse(input: unknown): {
  readonly config: HookwrightConfig;
  readonly problems: readonly Problem[];
} {
  const { result: config = {}, problems } = withProblems((report) => parseConfig(input, report));
  return { config, problems };
}
