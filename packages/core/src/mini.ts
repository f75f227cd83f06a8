// The same resolver from less code: a config is compiled without a hint, and without warnings of what is hardly meant.

import { type CompileOptions, compileConfig } from "./authoring/compile/index.ts";
import type { HookwrightConfigInput } from "./authoring/config/index.ts";
import { HooksConfigError } from "./base/index.ts";
import { createHooks } from "./create-hooks.ts";
import type { CompileHooksResult } from "./engine.ts";
import type { Hooks } from "./serving/resolve/index.ts";

/**
 * Compiles a config as `compileHooks` of `@hookwright/core` does, or throws `HooksConfigError` with every error of it.
 * Problems have a code, a path and a sentence; no hint says what to write, and nothing warns of what is legal.
 *
 * @example
 * ```ts
 * import { compileHooks } from "@hookwright/core/mini";
 *
 * const hooks = compileHooks({
 *   hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: "{{job}} is {{state}}" }] },
 * });
 * const resolution = await hooks.resolve({ path: "ci", payload: { job: "tests", state: "red" } });
 * ```
 */
export function compileHooks(config: HookwrightConfigInput, options: CompileOptions = {}): Hooks {
  const result = compileConfig(config, options);
  if (result.ok) return createHooks(result);
  throw new HooksConfigError(result.problems);
}

/**
 * The same for any value, and never rejects. Where the config is wrong, the rest of the core is loaded by `import()`,
 * and the problems are those of `safeCompileHooks`, with their hints.
 */
export async function loadHooks(
  config: unknown,
  options: CompileOptions = {},
): Promise<CompileHooksResult> {
  const result = compileConfig(config, options);
  if (result.ok) return { ok: true, hooks: createHooks(result) };
  const { safeCompileHooks } = await import("./engine.ts");
  return safeCompileHooks(config, options);
}

export type { CompileHooksResult, CompileOptions, Hooks };
