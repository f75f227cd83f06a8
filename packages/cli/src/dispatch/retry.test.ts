import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "./forward.ts";

test("DEFAULT_LIMITS end before a sender gives up after 10 seconds", () => {
  const { maxTries, budgetMs, tryMs, firstPauseMs } = DEFAULT_LIMITS;
  expect(budgetMs).toBeLessThanOrEqual(8_000);
  expect(tryMs).toBeLessThan(budgetMs);
  // All pauses at their longest leave time for the tries.
  expect(firstPauseMs * (2 ** (maxTries - 1) - 1)).toBeLessThan(budgetMs / 2);
});
