// Nothing → the ports that make every run of a test the same: a clock that stands, and one id.
import type { Clock, RandomId } from "../model/ports.ts";

/** 2026-01-02T03:04:05Z */
export const FIXED_NOW = 1_767_323_045_000;

/**
 * Options for `compileHooks`, so that the same event always becomes the same action: it is received at
 * 2026-01-02T03:04:05Z, and every id is `ID`.
 *
 * @example
 * ```ts
 * const hooks = compileHooks(config, FIXED_PORTS);
 * ```
 */
export const FIXED_PORTS: { readonly clock: Clock; readonly randomId: RandomId } = {
  clock: () => FIXED_NOW,
  randomId: () => "ID",
};
