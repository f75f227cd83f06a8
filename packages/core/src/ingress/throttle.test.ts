import fc from "fast-check";
import { expect, test } from "vitest";
import { createThrottle, createThrottles } from "./throttle.ts";

const limits = { maxFailures: 3, windowMs: 10_000 };

function failures(throttle: { fail: (client: string) => number }, client: string, count: number) {
  return Array.from({ length: count }, () => throttle.fail(client));
}

test("createThrottle() gives the seconds until the window ends, once there were too many", () => {
  let now = 20_000;
  const throttle = createThrottle(() => now, limits);
  expect(failures(throttle, "a", 4)).toEqual([0, 0, 0, 10]);
  now = 29_001;
  expect(throttle.fail("a")).toBe(1);
  now = 29_999;
  expect(throttle.fail("a")).toBe(1);
});

test("createThrottle() starts anew when the window is over", () => {
  let now = 5_000;
  const throttle = createThrottle(() => now, limits);
  expect(failures(throttle, "a", 4)).toEqual([0, 0, 0, 5]);
  now = 10_000;
  expect(failures(throttle, "a", 4)).toEqual([0, 0, 0, 10]);
});

test("createThrottle() starts anew when the clock is set back", () => {
  let now = 3_600_000;
  const throttle = createThrottle(() => now, limits);
  failures(throttle, "a", 4);
  now = 0;
  expect(failures(throttle, "a", 4)).toEqual([0, 0, 0, 10]);
});

test("createThrottle() counts each client for itself", () => {
  const throttle = createThrottle(() => 0, limits);
  failures(throttle, "a", 3);
  expect(throttle.fail("b")).toBe(0);
  expect(throttle.fail("a")).toBe(10);
});

test("createThrottle() counts clients that share a counter together", () => {
  const throttle = createThrottle(() => 0, { ...limits, counters: 1 });
  expect(["a", "b", "c", "d"].map(throttle.fail)).toEqual([0, 0, 0, 10]);
});

test("createThrottle() counts more failures than 16 bits hold", () => {
  const throttle = createThrottle(() => 0, limits);
  expect(failures(throttle, "a", 70_000).lastIndexOf(0)).toBe(2);
});

test("createThrottle() keeps counting a client while many others fail", () => {
  const throttle = createThrottle(() => 0, limits);
  failures(throttle, "a", 4);
  for (let number = 0; number < 100_000; number++) throttle.fail(`192.0.2.1:${number}`);
  expect(throttle.fail("a")).toBe(10);
});

test("createThrottle() never counts too little, for any number of clients and counters", () => {
  const attempts = fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 0, max: 4_000 })));
  fc.assert(
    fc.property(attempts, fc.integer({ min: 1, max: 4 }), (all, counters) => {
      let now = 0;
      const throttle = createThrottle(() => now, { ...limits, counters });
      const alone = new Map<string, ReturnType<typeof createThrottle>>();
      for (const [number, elapsed] of all) {
        now += elapsed;
        const client = `192.0.2.${number}`;
        const own = alone.get(client) ?? createThrottle(() => now, limits);
        alone.set(client, own);
        expect(throttle.fail(client)).toBeGreaterThanOrEqual(own.fail(client));
      }
    }),
  );
});

test("createThrottle() allows 20 failures a minute by default", () => {
  const throttle = createThrottle(() => 0);
  expect(failures(throttle, "a", 21).slice(19)).toEqual([0, 60]);
});

test("createThrottles() keeps the counts while the limits stay the same", () => {
  const throttleOf = createThrottles(() => 0);
  const throttle = throttleOf(limits);
  expect(throttleOf({ ...limits })).toBe(throttle);
  expect(throttleOf({ ...limits, maxFailures: 2 })).not.toBe(throttle);
  const other = throttleOf(limits);
  expect(throttleOf({ ...limits, windowMs: 20_000 })).not.toBe(other);
});
