// Requests that cost much → turns with a time between them.
import type { Clock } from "../model/clock.ts";

/** Waits for the next turn. */
export type Pace = (signal: AbortSignal) => Promise<void>;

export function createPace(clock: Pick<Clock, "now" | "sleep">, perSecond: number): Pace {
  const everyMs = 1_000 / perSecond;
  let nextAt = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    const now = clock.now();
    const at = Math.max(now, nextAt);
    nextAt = at + everyMs;
    if (at > now) await clock.sleep(at - now, signal);
  };
}
