// A pace → time that goes on by itself, so many times as fast as the real one.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { START } from "./fake-clock.ts";
import { hostClock, type TimeFacts } from "./host-process.ts";
import type { HostTime, Reached } from "./host-time.ts";

/** At most so much later than it is due: other work of the machine slows down a host. */
const PATIENCE_MS = 60_000;

const STEP_MS = 10;

/** Timers of a runtime fire some milliseconds early or late. */
const TIMER_MS = 5;

/** What comes from several timers, one after the other, comes later than their sum. */
const CHAIN_MS = 50;

export interface RealTime extends HostTime {
  readonly facts: TimeFacts;
  /** The host was told something: what follows from it comes after this moment. */
  noteAct(): void;
  /** From now on `idle` asks this host. */
  watch(isIdle: () => Promise<void>): void;
}

export function createRealTime(pace: number): RealTime {
  const facts: TimeFacts = { realStart: Date.now(), hostStart: START, pace };
  const clock = (): number => hostClock(facts);
  let idle = (): Promise<void> => Promise.resolve();
  /** No later than the moment from which the next duration counts. */
  let since: number | undefined = clock();
  let reached = clock();
  let isLooking = false;

  /** What a test looks at is no act of the rule. */
  const look = async (isSo: Reached): Promise<boolean> => {
    isLooking = true;
    try {
      return await isSo();
    } finally {
      isLooking = false;
    }
  };

  const pass = (milliseconds: number): number => {
    const start = since ?? reached;
    since = undefined;
    reached = start + milliseconds;
    return start;
  };

  const until = async (milliseconds: number, isSo: Reached): Promise<void> => {
    const giveUpAt = Date.now() + realMs(milliseconds) + PATIENCE_MS;
    await idle();
    while (!(await look(isSo))) {
      expect(Date.now(), `${isSo} becomes so`).toBeLessThan(giveUpAt);
      await sleep(STEP_MS);
      await idle();
    }
    await idle();
  };

  const realMs = (milliseconds: number): number => milliseconds / pace;

  return {
    facts,
    clock,
    timer: (task, milliseconds) => {
      const handle = setTimeout(task, milliseconds / pace);
      return () => clearTimeout(handle);
    },
    noteAct: () => {
      if (!isLooking) since ??= clock();
    },
    watch: (isIdle) => {
      idle = isIdle;
    },
    idle: () => idle(),
    wait: async (milliseconds) => {
      pass(milliseconds);
      await sleep(realMs(milliseconds) + CHAIN_MS);
      await idle();
    },
    within: async (milliseconds, isSo) => {
      pass(milliseconds);
      await until(milliseconds, isSo);
    },
    after: async (milliseconds, isSo) => {
      const start = pass(milliseconds);
      await until(milliseconds, isSo);
      // Seen late, it may have come too early; seen too early, it has.
      expect(clock() + TIMER_MS * pace, `${isSo} is not so before`).toBeGreaterThanOrEqual(
        start + milliseconds,
      );
    },
    still: async (milliseconds, holds) => {
      const end = pass(milliseconds) + milliseconds;
      while (clock() < end) {
        const held = await look(holds);
        if (clock() >= end) break;
        expect(held, `${holds} is still so`).toBe(true);
        await sleep(STEP_MS);
      }
      await idle();
    },
    isAbout: (actual, expected) =>
      actual !== undefined && Math.abs(actual - expected) <= PATIENCE_MS * pace,
    set: () => {
      throw new Error("Nobody sets the clock of a host on real time.");
    },
  };
}
