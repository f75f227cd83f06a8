// A clock that waits for nothing: a sleep moves it on at once.
import type { Clock } from "../../src/time/clock.ts";

export interface SkippingClock extends Clock {
  /** What was slept, in milliseconds. */
  readonly sleeps: number[];
  readonly advance: (milliseconds: number) => void;
}

/** `onSleep` may end a loop that would sleep for ever. */
export function createSkippingClock(
  start = 1_000_000,
  onSleep: (clock: SkippingClock) => void = () => undefined,
): SkippingClock {
  let now = start;
  const sleeps: number[] = [];
  const clock: SkippingClock = {
    sleeps,
    now: () => now,
    random: () => 0,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    async sleep(milliseconds, signal) {
      if (signal.aborted) return;
      sleeps.push(milliseconds);
      now += milliseconds;
      onSleep(clock);
      // A turn of the event loop, so that timers and sockets of the test go on.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  return clock;
}
