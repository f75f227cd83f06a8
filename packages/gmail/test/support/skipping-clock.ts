// A clock that waits for nothing: a sleep moves it on at once.
import type { Time } from "@hookwright/node-kit/clock";

export interface SkippingClock extends Time {
  /** What was slept, in milliseconds. */
  readonly sleeps: number[];
  readonly advance: (milliseconds: number) => void;
}

/** `onSleep` may end a loop that would sleep for ever. */
export function createSkippingClock(
  start = 1_000_000,
  onSleep: (time: SkippingClock) => void = () => undefined,
): SkippingClock {
  let now = start;
  const sleeps: number[] = [];
  const time: SkippingClock = {
    sleeps,
    clock: () => now,
    random: () => 0,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    timer: (task, milliseconds) => {
      sleeps.push(milliseconds);
      now += milliseconds;
      onSleep(time);
      // A turn of the event loop, so that timers and sockets of the test go on.
      setImmediate(task);
      return () => undefined;
    },
  };
  return time;
}
