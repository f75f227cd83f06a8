// A time of day → a clock and timers that stand still until a test moves them on.
import { expect } from "vitest";
import { type HostTime, type Reached, settle } from "./host-time.ts";

export interface FakeTime extends HostTime {
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

  const wait = async (milliseconds: number): Promise<void> => {
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
    idle: settle,
    wait,
    within: async (milliseconds, reached) => {
      await wait(milliseconds);
      await expectThat(reached, `so after ${milliseconds} ms`);
    },
    after: async (milliseconds, reached) => {
      await wait(milliseconds - 1);
      await expectThat(isNot(reached), `not so before ${milliseconds} ms`);
      await wait(1);
      await expectThat(reached, `so after ${milliseconds} ms`);
    },
    still: async (milliseconds, holds) => {
      await wait(milliseconds);
      await expectThat(holds, `still so after ${milliseconds} ms`);
    },
    isAbout: (actual, expected) => actual === expected,
    set: (now) => {
      offset = now - elapsed;
    },
    pending: () => [...waiting].map(({ dueAt }) => offset + dueAt).sort((a, b) => a - b),
  };
}

const isNot =
  (reached: Reached): Reached =>
  async () =>
    !(await reached());

async function expectThat(holds: Reached, what: string): Promise<void> {
  expect(await holds(), `${holds} is ${what}`).toBe(true);
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
