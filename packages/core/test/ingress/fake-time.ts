// A clock and a timer that only the test advances.
import type { Clock, Timer } from "../../../base/src/runtime.ts";

export interface FakeTime {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Moves the clock, runs what is due in its order, and lets promises go on before and after. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** How many timers were set so far. */
  readonly timersSet: () => number;
  /** How many timers are running. */
  readonly timersRunning: () => number;
}

interface Task {
  readonly at: number;
  readonly run: () => void;
}

export function createFakeTime(): FakeTime {
  const tasks = new Set<Task>();
  let now = 1_000_000;
  let set = 0;
  const runNext = (end: number): boolean => {
    const [next] = [...tasks].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
    if (next === undefined) return false;
    tasks.delete(next);
    now = next.at;
    next.run();
    return true;
  };
  return {
    clock: () => now,
    timer: (run, milliseconds) => {
      const task = { at: now + milliseconds, run };
      set += 1;
      tasks.add(task);
      return () => void tasks.delete(task);
    },
    advance: async (milliseconds) => {
      const end = now + milliseconds;
      await letPromisesGoOn();
      while (runNext(end)) await letPromisesGoOn();
      now = end;
      await letPromisesGoOn();
    },
    timersSet: () => set,
    timersRunning: () => tasks.size,
  };
}

export function letPromisesGoOn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
