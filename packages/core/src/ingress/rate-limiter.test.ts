import fc from "fast-check";
import { expect, test } from "vitest";
import { createRateLimiter } from "./rate-limiter.ts";

/** Two a second, three at once. */
const limit = { intervalMs: 500, burst: 3 };

test("createRateLimiter() takes a burst at once, then one in each interval", () => {
  let now = 1_000_000;
  const limiter = createRateLimiter(() => now);
  const take = () => limiter.take("a", limit);
  expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1]);
  now += 499;
  expect(take()).toBe(1);
  now += 1;
  expect([take(), take()]).toEqual([0, 1]);
  now += 3_600_000;
  expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1]);
});

test("createRateLimiter() gives the seconds until the next event may come", () => {
  let now = 0;
  const limiter = createRateLimiter(() => now);
  const slow = { intervalMs: 10_000, burst: 1 };
  expect([limiter.take("a", slow), limiter.take("a", slow)]).toEqual([0, 10]);
  now = 8_500;
  expect(limiter.take("a", slow)).toBe(2);
  now = 10_000;
  expect(limiter.take("a", slow)).toBe(0);
});

test("createRateLimiter() counts each key for itself", () => {
  const limiter = createRateLimiter(() => 0);
  const one = { intervalMs: 1_000, burst: 1 };
  expect(["a", "b", "a"].map((key) => limiter.take(key, one))).toEqual([0, 0, 1]);
});

test("createRateLimiter() lets nobody wait longer than for a full burst when the clock is set back", () => {
  let now = 3_600_000;
  const limiter = createRateLimiter(() => now);
  for (let at = 0; at < 4; at++) limiter.take("a", limit);
  now = 0;
  expect(limiter.take("a", limit)).toBe(1);
  now = 500;
  expect(limiter.take("a", limit)).toBe(0);
});

test("createRateLimiter() forgets the oldest key beyond its bound", () => {
  const limiter = createRateLimiter(() => 0, 2);
  const one = { intervalMs: 1_000, burst: 1 };
  for (const key of ["a", "b", "c"]) limiter.take(key, one);
  expect(["b", "c"].map((key) => limiter.take(key, one))).toEqual([1, 1]);
  expect(limiter.take("a", one)).toBe(0);
});

test("createRateLimiter() never takes more than the burst and one for each interval", () => {
  const steps = fc.array(fc.nat(2_000), { minLength: 1, maxLength: 200 });
  const limits = fc.record({
    intervalMs: fc.constantFrom(1_000 / 3, 1, 250, 999.9),
    burst: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(steps, limits, (waits, chosen) => {
      let now = 0;
      const limiter = createRateLimiter(() => now);
      const taken: number[] = [];
      for (const wait of waits) {
        now += wait;
        if (limiter.take("a", chosen) === 0) taken.push(now);
      }
      for (const [from, start] of taken.entries()) {
        const most = Math.floor((now - start) / chosen.intervalMs + 1e-3) + chosen.burst;
        expect(taken.length - from).toBeLessThanOrEqual(most);
      }
    }),
  );
});
