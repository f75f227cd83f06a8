// A time of the wall clock → a promise that resolves then, or when the signal is aborted.
import type { Clock } from "../model/clock.ts";

interface SleepUntilOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Timers stand still while a machine sleeps, and take no more than 24 days: the clock is looked at each minute. */
const MAX_SLEEP_MS = 60_000;

export async function sleepUntil(
  time: number,
  { clock, signal }: SleepUntilOptions,
): Promise<void> {
  for (let left = time - clock.now(); left > 0; left = time - clock.now()) {
    if (signal.aborted) return;
    await clock.sleep(Math.min(left, MAX_SLEEP_MS), signal);
  }
}
