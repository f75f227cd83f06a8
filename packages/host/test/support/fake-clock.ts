// A time of day → a clock and timers that stand still until a test moves them on.
import type { Clock, Timer } from "@hookwright/core";

export interface FakeTime {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Fires what is due within `milliseconds`, in order of time, and lets its consequences happen. */
  advance(milliseconds: number): Promise<void>;
  /** Moves the clock without firing a timer, as an operator does who sets it. */
  set(now: number): void;
  /** Lets happen what needs no time: promises, and the commits of the store. */
  settle(): Promise<void>;
  /** When each waiting timer fires, earliest first. */
  pending(): readonly number[];
}

interface Waiting {
  /** On a scale of its own: setting the clock does not move it, as with timers of a runtime. */
  readonly dueAt: number;
  readonly order: number;
  readonly task: () => void;
}

/** 2026-11-21 20:30:05 UTC, a Saturday. */
export const START = Date.UTC(2026, 10, 21, 20, 30, 5);

export function createFakeTime(start: number = START): FakeTime {
  const waiting = new Set<Waiting>();
  let elapsed = 0;
  let offset = start;
  let order = 0;

  const earliest = (): Waiting | undefined =>
    [...waiting].sort((a, b) => a.dueAt - b.dueAt || a.order - b.order)[0];

  const advance = async (milliseconds: number): Promise<void> => {
    const end = elapsed + milliseconds;
    await settle();
    for (let next = earliest(); next !== undefined && next.dueAt <= end; next = earliest()) {
      waiting.delete(next);
      elapsed = Math.max(elapsed, next.dueAt);
      next.task();
      await settle();
    }
    elapsed = end;
    await settle();
  };

  return {
    clock: () => offset + elapsed,
    timer: (task, milliseconds) => {
      const entry = { dueAt: elapsed + milliseconds, order: order++, task };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
    advance,
    set: (now) => {
      offset = now - elapsed;
    },
    settle,
    pending: () => [...waiting].map(({ dueAt }) => offset + dueAt).sort((a, b) => a - b),
  };
}

/** So many turns of the event loop that a chain of calls of a store that answers later comes to its end. */
const TURNS = 60;

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * Waits for what needs other threads or processes, and so no fixed number of turns.
 *
 * @throws {Error} after 10 s: what was waited for does not come
 */
export async function until(
  isReached: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> {
  const giveUpAt = Date.now() + 10_000;
  while (!(await isReached())) {
    if (Date.now() > giveUpAt) throw new Error(`This did not happen within 10 s: ${what}.`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
