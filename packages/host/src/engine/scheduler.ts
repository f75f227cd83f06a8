// A step that does what is due and returns the next due time → the step runs at that time, and when it is woken.
import type { Clock, Timer } from "@hookwright/core";

interface SchedulerOptions {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Does all that is due. Returns when to come again, in milliseconds since the epoch. */
  readonly step: () => Promise<number | undefined>;
  /** Hears why a step failed; it is tried again after `RETRY_MS`. */
  readonly fail: (error: unknown) => void;
}

interface Scheduler {
  /** Something may be due: runs the step, once more if it is running already. */
  wake(): void;
  /** No further step begins; resolves when the running one has ended. */
  stop(): Promise<void>;
}

/** Clocks are adjusted and machines sleep, so no timer runs longer. */
const MAX_SLEEP_MS = 3_600_000;

/** After a failure, or if the step left something due: avoids a busy loop. */
const RETRY_MS = 1_000;

export function createScheduler({ clock, timer, step, fail }: SchedulerOptions): Scheduler {
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let disarm = (): void => undefined;

  const wake = (): void => {
    if (isStopped) return;
    isWanted = true;
    running ??= runSteps().finally(() => {
      running = undefined;
    });
  };

  const runSteps = async (): Promise<void> => {
    // Further changes by the caller of `wake` belong to the same step.
    await Promise.resolve();
    while (isWanted && !isStopped) {
      isWanted = false;
      disarm();
      const startedAt = clock();
      const nextAt = await tryStep();
      if (isWanted || isStopped || nextAt === undefined) continue;
      arm(nextAt <= startedAt ? startedAt + RETRY_MS : nextAt);
    }
  };

  const tryStep = async (): Promise<number | undefined> => {
    try {
      return await step();
    } catch (error) {
      fail(error);
      return clock() + RETRY_MS;
    }
  };

  const arm = (nextAt: number): void => {
    const delay = Math.min(MAX_SLEEP_MS, Math.max(1, nextAt - clock()));
    disarm = timer(wake, delay);
  };

  return {
    wake,
    stop: async () => {
      isStopped = true;
      disarm();
      await running;
    },
  };
}
