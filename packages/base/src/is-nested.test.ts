import { expect, test } from "vitest";
import { isNested } from "./is-nested.ts";

test.each([
  ["a text", 0, false],
  [null, 0, false],
  [{}, 0, true],
  [[1], 1, false],
  [{ a: [1, { b: 2 }] }, 2, true],
  [{ a: [1, { b: 2 }] }, 3, false],
  [[{}, [[]]], 2, true],
])("isNested() looks as deep as it may: %j, %i", (value, levels, expected) => {
  expect(isNested(value, levels)).toBe(expected);
});

test("isNested() does not go deeper than asked", () => {
  let value: unknown = 1;
  for (let level = 0; level < 100_000; level++) value = [value];
  expect(isNested(value, 500)).toBe(true);
});
