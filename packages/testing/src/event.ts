// The name of a hook and a payload → a complete event for a test.
import type { HookEvent } from "@hookwright/core";

/** The parts of an event besides its name. */
export interface EventParts extends Partial<Pick<HookEvent, "headers" | "query" | "receivedAt">> {
  /** Default: an empty object. */
  readonly payload?: unknown;
}

/**
 * An event as an adapter creates it from a request.
 *
 * @example
 * ```ts
 * const push = event("github", { headers: { "x-github-event": "push" }, payload: { ref: "refs/heads/main" } });
 * ```
 */
export function event(path: string, { payload = {}, ...parts }: EventParts = {}): HookEvent {
  return { path, payload, ...parts };
}
