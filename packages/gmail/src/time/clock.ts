// The clock as a port: the system's, waiting until a time.

/** Milliseconds since the epoch, and waiting. */
export interface Clock {
  readonly now: () => number;
  /** Resolves after the time, or at once when the signal is aborted. Never rejects. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to 1, like `Math.random`: spreads what would else happen together. */
  readonly random: () => number;
}

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

interface SleepUntilOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Timers stand still while a machine sleeps, and take no more than 24 days: the clock is looked at each minute. */
const MAX_SLEEP_MS = 60_000;

/** A time of the wall clock → a promise that resolves then, or when the signal is aborted. */
export async function sleepUntil(
  time: number,
  { clock, signal }: SleepUntilOptions,
): Promise<void> {
  for (let left = time - clock.now(); left > 0; left = time - clock.now()) {
    if (signal.aborted) return;
    await clock.sleep(Math.min(left, MAX_SLEEP_MS), signal);
  }
}
