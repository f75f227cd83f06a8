// The ports of time, as the core has them: a clock and a timer. A wait that a signal ends.

import { type Clock, runtimeTimer, type Timer } from "@hookwright/base";

/** From 0 up to 1, like `Math.random`: spreads events that would otherwise happen together. */
export type Random = () => number;

/** A retry loop needs all three. */
export interface Time {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: Random;
}

export const systemTime: Time = { clock: Date.now, timer: runtimeTimer, random: Math.random };

/** Resolves after the time, or at once when the signal is aborted. Never rejects. */
export function sleep(
  milliseconds: number,
  { timer }: Pick<Time, "timer">,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = timer(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}

/** Timers stop while a machine sleeps, and are limited to 24 days, so the clock is checked each minute. */
const MAX_SLEEP_MS = 60_000;

/** A time of the wall clock → a promise that resolves then, or when the signal is aborted. */
export async function sleepUntil(
  at: number,
  time: Pick<Time, "clock" | "timer">,
  signal: AbortSignal,
): Promise<void> {
  for (let left = at - time.clock(); left > 0; left = at - time.clock()) {
    if (signal.aborted) return;
    await sleep(Math.min(left, MAX_SLEEP_MS), time, signal);
  }
}
