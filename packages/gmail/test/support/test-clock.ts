// A clock that never waits: a sleep moves it on at once.
import type { Time } from "@hookwright/node-kit/clock";

export interface TestClock extends Time {
  /** What was slept, in milliseconds. */
  readonly sleeps: number[];
  readonly advance: (milliseconds: number) => void;
}

export const TEST_START: number = Date.UTC(2026, 0, 31);

/** `onSleep` may end a loop that would sleep for ever. */
export function createTestClock({
  start = TEST_START,
  random = 0.5,
  onSleep = (): void => undefined,
} = {}): TestClock {
  let now = start;
  const sleeps: number[] = [];
  return {
    sleeps,
    clock: () => now,
    random: () => random,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    timer: (task, milliseconds) => {
      sleeps.push(milliseconds);
      now += milliseconds;
      onSleep();
      // A turn of the event loop, so that timers and sockets of the test go on.
      setImmediate(task);
      return () => undefined;
    },
  };
}
