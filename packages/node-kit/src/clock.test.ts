import { expect, test } from "vitest";
import { sleep, sleepUntil, systemTime, type Time } from "./clock.ts";

const { signal } = new AbortController();

test("sleep() ends after its time, or when it is stopped", async () => {
  const { clock, random } = systemTime;
  const before = clock();
  await sleep(5, systemTime, signal);
  expect(clock()).toBeGreaterThanOrEqual(before);
  const stop = new AbortController();
  const long = sleep(1_000_000, systemTime, stop.signal);
  stop.abort();
  await long;
  await sleep(1_000_000, systemTime, stop.signal);
  expect(random()).toBeLessThan(1);
});

test("sleepUntil() looks at the clock each minute, so that a machine that slept wakes up in time", async () => {
  let now = 0;
  const slept: number[] = [];
  const time: Pick<Time, "clock" | "timer"> = {
    clock: () => now,
    timer: (task, milliseconds) => {
      slept.push(milliseconds);
      now += slept.length === 2 ? 3_600_000 : milliseconds;
      queueMicrotask(task);
      return () => undefined;
    },
  };
  await sleepUntil(3_600_000, time, signal);
  expect(slept).toEqual([60_000, 60_000]);
  await sleepUntil(0, time, signal);
  await sleepUntil(now + 1_000, time, AbortSignal.abort());
  expect(slept).toHaveLength(2);
});
