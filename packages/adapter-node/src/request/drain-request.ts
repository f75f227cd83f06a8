// A request whose rest nobody wants → a promise of its end, bounded in bytes and time. Never rejects.
import type { NodeRequest } from "./node-request.ts";

export interface DrainLimits {
  readonly maxBytes: number;
  /** Longest silence of the client, in milliseconds. */
  readonly idleMs: number;
  /** Longest time in all, in milliseconds. */
  readonly totalMs: number;
}

/**
 * 32 MiB is the most that any config can allow a body to have, so whoever sends a plausible body can
 * finish it. Two seconds are many times a round trip; ten in all keep a slow attacker's hold short.
 */
export const DRAIN_LIMITS: DrainLimits = {
  maxBytes: 32 * 1024 * 1024,
  idleMs: 2_000,
  totalMs: 10_000,
};

export function drainRequest(
  request: NodeRequest,
  limits: DrainLimits = DRAIN_LIMITS,
): Promise<void> {
  return new Promise((resolve) => {
    const deadline = Date.now() + limits.totalMs;
    let size = 0;
    const stop = (): void => {
      clearTimeout(idle);
      request.off("data", onData).pause();
      resolve();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      // Looking at the clock here is enough: a client that sends nothing is the idle timer's.
      if (size > limits.maxBytes || Date.now() > deadline) stop();
      else idle.refresh();
    };
    const idle = setTimeout(stop, limits.idleMs);
    request.on("data", onData);
    request.on("end", stop).on("close", stop).resume();
  });
}
