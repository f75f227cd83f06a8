// The ports that make every run of a test the same: a fixed clock and a fixed id.
import type { Clock, RandomId } from "@hookwright/base";

/** 2026-01-02T03:04:05Z */
export const FIXED_NOW = 1_767_323_045_000;

/** Replaces every random id. Drawn once, so that no payload has it by chance. */
export const FIXED_ID = "6f0d3c1e-92b7-4a58-b1ce-7d2e40a9f365";

/**
 * Options for `compileHooks`, so that the same event always becomes the same action: it is received at
 * 2026-01-02T03:04:05Z, and every id is the same. Snapshots and expectations show that id as `ID`.
 *
 * @example
 * ```ts
 * const hooks = compileHooks(config, FIXED_PORTS);
 * ```
 */
export const FIXED_PORTS: { readonly clock: Clock; readonly randomId: RandomId } = {
  clock: () => FIXED_NOW,
  randomId: () => FIXED_ID,
};

/** A value of an action → the same, with the fixed id as it is shown. */
export function showFixedId<T>(value: T): T | string {
  return typeof value === "string" ? value.replaceAll(FIXED_ID, "ID") : value;
}

/** Untrusted text cannot begin a line with a marker: its lines begin with `> `, and look-alikes are replaced. */
const MARKER = /^<<<((?:END_)?UNTRUSTED_WEBHOOK_CONTENT) id="[^"]*">>>$/gm;

export function fixFenceIds(text: string): { readonly text: string; readonly isFenced: boolean } {
  const fixed = text.replaceAll(MARKER, '<<<$1 id="ID">>>');
  return { text: fixed, isFenced: text.search(MARKER) >= 0 };
}
