// A source whose rest nobody wants → a promise of its end, bounded in bytes and time. Never rejects.

import type { Timer } from "@hookwright/base";
import { runtimeTimer } from "@hookwright/base";
import type { BodySource } from "./body-source.ts";

/** How much of an unwanted body is read, and for how long. */
export interface DiscardLimits {
  readonly maxBytes: number;
  /** Silence of the client that ends it, in milliseconds. It may last up to twice as long. */
  readonly idleMs: number;
  /** Longest time in all, in milliseconds. */
  readonly totalMs: number;
}

/**
 * 32 MiB is the most that any config can allow a body to have, so whoever sends a plausible body can
 * finish it. Two seconds are many times a round trip; ten in all keep a slow attacker's hold short.
 */
const DISCARD_LIMITS: DiscardLimits = {
  maxBytes: 32 * 1024 * 1024,
  idleMs: 2_000,
  totalMs: 10_000,
};

/**
 * Reads the rest of a refused body and keeps nothing of it. Closing a connection that holds unread
 * bytes resets it, and a reset destroys the answer on its way.
 */
export function discardBody(
  source: BodySource,
  limits: DiscardLimits = DISCARD_LIMITS,
  timer: Timer = runtimeTimer,
): Promise<void> {
  const { maxBytes, totalMs } = limits;
  const periodMs = Math.min(limits.idleMs, totalMs);
  return new Promise((resolve) => {
    let size = 0;
    let elapsedMs = 0;
    let isSilent = true;
    const stop = (): void => {
      cancel();
      source.stop();
      resolve();
    };
    const tick = (): void => {
      elapsedMs += periodMs;
      if (isSilent || elapsedMs >= totalMs) {
        stop();
        return;
      }
      isSilent = true;
      cancel = timer(tick, periodMs);
    };
    let cancel = timer(tick, periodMs);
    const onChunk = ({ length }: Uint8Array): void => {
      size += length;
      isSilent = false;
      if (size > maxBytes) stop();
    };
    source.start({ onChunk, onEnd: stop, onGone: stop });
  });
}
