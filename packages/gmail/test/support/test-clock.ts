// A clock that moves on when somebody sleeps, and never waits.
import type { Time } from "@hookwright/node-kit/clock";

export interface TestClock extends Time {
  readonly sleeps: number[];
  readonly advance: (milliseconds: number) => void;
}

export const TEST_START: number = Date.UTC(2026, 0, 31);

export function createTestClock(onSleep?: (milliseconds: number) => void): TestClock {
  let now = TEST_START;
  const sleeps: number[] = [];
  return {
    sleeps,
    clock: () => now,
    random: () => 0.5,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    timer: (task, milliseconds) => {
      sleeps.push(milliseconds);
      now += milliseconds;
      onSleep?.(milliseconds);
      setImmediate(task);
      return () => undefined;
    },
  };
}
