import { expect, test } from "vitest";
import { lazily } from "./lazily.ts";

test("lazily() makes the value at the first call, and once", () => {
  let count = 0;
  const value = lazily(() => ({ number: ++count }));
  expect(count).toBe(0);
  expect(value()).toBe(value());
  expect(count).toBe(1);
});
