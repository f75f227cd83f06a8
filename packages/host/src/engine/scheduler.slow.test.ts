import { expect, test } from "vitest";
import { createFakeTime } from "../../test/support/fake-clock.ts";
import { createScheduler } from "./scheduler.ts";

function schedule(step: (now: number) => Promise<number | undefined>): {
  readonly time: ReturnType<typeof createFakeTime>;
  readonly scheduler: ReturnType<typeof createScheduler>;
  readonly steps: number[];
  readonly failures: unknown[];
} {
  const time = createFakeTime(0);
  const steps: number[] = [];
  const failures: unknown[] = [];
  const scheduler = createScheduler({
    ...time,
    step: () => {
      steps.push(time.clock());
      return step(time.clock());
    },
    fail: (error) => failures.push(error),
  });
  return { time, scheduler, steps, failures };
}

test("createScheduler() sleeps until the time that the step returns, and no longer than an hour", async () => {
  const { time, scheduler, steps } = schedule(async (now) => (now === 0 ? 5_000 : 86_400_000));
  scheduler.wake();
  await time.wait(4_999);
  expect(steps).toEqual([0]);
  await time.wait(1);
  expect(steps).toEqual([0, 5_000]);
  expect(time.pending()).toEqual([3_605_000]);
});

test("createScheduler() sleeps until something wakes it where nothing is due", async () => {
  const { time, scheduler, steps } = schedule(async () => undefined);
  scheduler.wake();
  await time.wait(86_400_000);
  expect(steps).toHaveLength(1);
  expect(time.pending()).toEqual([]);
});

test("createScheduler() runs one step at a time, and one more for all that woke it meanwhile", async () => {
  let finish: () => void = () => undefined;
  const { time, scheduler, steps } = schedule(
    () => new Promise((resolve) => (finish = () => resolve(undefined))),
  );
  scheduler.wake();
  await time.idle();
  scheduler.wake();
  scheduler.wake();
  await time.idle();
  expect(steps).toHaveLength(1);
  finish();
  await time.idle();
  expect(steps).toHaveLength(2);
  finish();
  await time.idle();
  expect(steps).toHaveLength(2);
});

test("createScheduler() tries a failed step again after a second", async () => {
  const { time, scheduler, steps, failures } = schedule(() => Promise.reject(new Error("full")));
  scheduler.wake();
  await time.wait(2_000);
  expect(steps).toEqual([0, 1_000, 2_000]);
  expect(failures).toHaveLength(3);
});

test("createScheduler() does not loop where what is due is not done", async () => {
  const { time, scheduler, steps } = schedule(async () => 0);
  scheduler.wake();
  await time.wait(3_000);
  expect(steps).toEqual([0, 1_000, 2_000, 3_000]);
});

test("createScheduler() starts nothing after stop(), which waits for the running step", async () => {
  let finish: () => void = () => undefined;
  const { time, scheduler, steps } = schedule(
    () => new Promise((resolve) => (finish = () => resolve(5_000))),
  );
  scheduler.wake();
  await time.idle();
  let isStopped = false;
  const stopped = scheduler.stop().then(() => {
    isStopped = true;
  });
  await time.idle();
  expect(isStopped).toBe(false);
  finish();
  await stopped;
  scheduler.wake();
  await time.wait(10_000);
  expect(steps).toHaveLength(1);
});
