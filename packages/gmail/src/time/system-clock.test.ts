import { expect, test } from "vitest";
import { createSystemClock } from "./clock.ts";

test("createSystemClock() sleeps for a time, or until it is stopped", async () => {
  const { now, sleep, random } = createSystemClock();
  const stop = new AbortController();
  const before = now();
  await sleep(5, stop.signal);
  expect(now()).toBeGreaterThanOrEqual(before);
  const long = sleep(1_000_000, stop.signal);
  stop.abort();
  await long;
  await sleep(1_000_000, stop.signal);
  expect(random()).toBeLessThan(1);
});
