// The clock of the process.
import type { Clock } from "../model/clock.ts";

/** Real time, and timers that a signal ends. */
export function createSystemClock(): Clock {
  return { now: Date.now, sleep, random: Math.random };
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
