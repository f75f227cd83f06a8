import fc from "fast-check";
import { expect, test } from "vitest";
import { type BodyShare, createBodyBudget } from "./body-budget.ts";

test("trap 21 createBodyBudget() has room for 64 bodies of 256 KiB, and for no more", () => {
  const budget = createBodyBudget();
  const shares = Array.from({ length: 64 }, () => budget.take(262_144, undefined));
  expect(shares.every((share) => share?.maxBytes === 262_144)).toBe(true);
  expect(budget.take(1, undefined)).toBeUndefined();
  shares[0]?.release();
  expect(budget.take(1, undefined)?.maxBytes).toBe(1);
});

test("createBodyBudget() takes no more than what a sender declares", () => {
  const budget = createBodyBudget({ maxBytes: 10 });
  expect(budget.take(100, 4)?.maxBytes).toBe(4);
  expect(budget.take(100, 7)).toBeUndefined();
  expect(budget.take(100, undefined)?.maxBytes).toBe(6);
  expect(budget.take(100, 0)).toBeUndefined();
});

test("createBodyBudget() has a number of requests, whatever they send", () => {
  const budget = createBodyBudget({ maxRequests: 1 });
  expect(budget.take(10, 0)?.maxBytes).toBe(0);
  expect(budget.take(10, 0)).toBeUndefined();
});

test("createBodyBudget() never gives more than it has, and gets back all", () => {
  const step = fc.record({
    maxBytes: fc.nat(50),
    declared: fc.option(fc.nat(50), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const budget = createBodyBudget({ maxRequests: 5, maxBytes: 100 });
      const held: BodyShare[] = [];
      for (const { maxBytes, declared } of steps) {
        const share = budget.take(maxBytes, declared);
        if (share !== undefined) held.push(share);
        const bytes = held.reduce((sum, one) => sum + one.maxBytes, 0);
        expect(bytes).toBeLessThanOrEqual(100);
        expect(held.length).toBeLessThanOrEqual(5);
      }
      for (const share of held) share.release();
      expect(budget.take(1_000, undefined)?.maxBytes).toBe(100);
    }),
  );
});
