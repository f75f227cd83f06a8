// Nothing → a clock and ids that are the same in every run, so that two results can be compared.
import type { CompileOptions } from "../../compile/options.ts";

/** Stands for every id that would be random. A session key with it is a session of its own. */
export const FIXED_ID = "00000000-0000-4000-8000-000000000000";

/** 2026-01-02T03:04:05Z, for events that do not say when they were received. */
export const FIXED_TIME = 1_767_323_045_000;

/**
 * Options of `compileHooks` for configs whose results are compared.
 *
 * @example
 * ```ts
 * const before = compileHooks(oldConfig, fixedPorts());
 * const after = compileHooks(newConfig, fixedPorts());
 * const { groups } = await compareHooks(before, after, { events });
 * ```
 */
export function fixedPorts(): Pick<CompileOptions, "clock" | "randomId"> {
  return { clock: () => FIXED_TIME, randomId: () => FIXED_ID };
}
