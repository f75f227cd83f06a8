// A clock that moves on when somebody sleeps, and never waits.
import type { Clock } from "../../src/time/clock.ts";

export interface TestClock extends Clock {
  readonly sleeps: number[];
  readonly advance: (milliseconds: number) => void;
}

export const TEST_START: number = Date.UTC(2026, 0, 31);

export function createTestClock(onSleep?: (milliseconds: number) => void): TestClock {
  let now = TEST_START;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    random: () => 0.5,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    sleep: async (milliseconds) => {
      sleeps.push(milliseconds);
      now += milliseconds;
      onSleep?.(milliseconds);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
