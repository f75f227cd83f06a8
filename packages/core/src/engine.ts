// The core in one page: a config in, a resolver of events out, with advice where something is wrong.
//
// At start: parse → normalize → check → compile (compile/compile-config.ts).
// Per event: match → render → transform → judge → fence → action (resolve/resolve-event.ts).

import * as advice from "./authoring/advice/index.ts";
import {
  type CompileOptions,
  type CompileResult,
  compileConfig,
  type ProbedOptions,
} from "./authoring/compile/index.ts";
import type { HookwrightConfigInput } from "./authoring/config/index.ts";
import { HooksConfigError, type Problem } from "./base/index.ts";
import { createHooks } from "./create-hooks.ts";
import type { Hooks } from "./serving/resolve/index.ts";

/** What `safeCompileHooks` returns. */
export type CompileHooksResult =
  | { readonly ok: true; readonly hooks: Hooks }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Compiles a config, or throws `HooksConfigError` with every problem of it.
 *
 * @example
 * ```ts
 * const hooks = compileHooks({
 *   hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: "{{job}} is {{state}}" }] },
 * });
 * const resolution = await hooks.resolve({ path: "ci", payload: { job: "tests", state: "red" } });
 * ```
 */
export function compileHooks(config: HookwrightConfigInput, options: CompileOptions = {}): Hooks {
  const result = safeCompileHooks(config, options);
  if (result.ok) return result.hooks;
  throw new HooksConfigError(result.problems);
}

/**
 * Compiles any value as a config. Never throws: the problems, errors and warnings alike, are data.
 */
export function safeCompileHooks(
  config: unknown,
  options: CompileOptions = {},
): CompileHooksResult {
  const result = compileWithAdvice(config, options);
  return result.ok ? { ok: true, hooks: createHooks(result) } : result;
}

/** For who looks into what was compiled. */
export function compileWithAdvice(config: unknown, options: ProbedOptions): CompileResult {
  return compileConfig(config, { ...options, adviser: advice });
}
