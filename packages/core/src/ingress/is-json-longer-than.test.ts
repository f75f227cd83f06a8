import fc from "fast-check";
import { expect, test } from "vitest";
import { isJsonLongerThan } from "./read-body.ts";

/** The least limit that the value passes. */
function lengthOf(value: unknown): number {
  let length = 0;
  while (isJsonLongerThan(value, length)) length += 1;
  return length;
}

test.each([
  ["null", 4],
  ["true", 4],
  ["false", 5],
  ["0", 1],
  ["-12.5", 4],
  ["1000000", 1],
  ["1e300", 1],
  ["0.001", 1],
  ['""', 2],
  ['"abc"', 5],
  ['"é€😀"', 11],
  ['"a\\"\\\\\\n\\u0001"', 15],
  ["[]", 2],
  ["[1,2]", 5],
  ["{}", 2],
  ['{"a":1,"b":[]}', 14],
  ['{"a":{"b":null}}', 16],
])("isJsonLongerThan() counts the shortest spelling of %s as %i bytes", (json, bytes) => {
  expect(lengthOf(JSON.parse(json))).toBe(bytes);
});

test("isJsonLongerThan() never refuses a value whose JSON text is within the limit", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(isJsonLongerThan(JSON.parse(json), new TextEncoder().encode(json).length)).toBe(false);
    }),
  );
});

test("isJsonLongerThan() counts text exactly, apart from numbers", () => {
  const value = fc
    .jsonValue({ noUnicodeString: false })
    .filter((made) => !/\d/.test(JSON.stringify(made)));
  fc.assert(
    fc.property(value, (made) => {
      const bytes = new TextEncoder().encode(JSON.stringify(made)).length;
      expect(isJsonLongerThan(made, bytes)).toBe(false);
      expect(isJsonLongerThan(made, bytes - 1)).toBe(true);
    }),
  );
});

test("isJsonLongerThan() ends on cycles, and on lists that are mostly holes", () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  expect(isJsonLongerThan(cycle, 100_000)).toBe(true);
  expect(isJsonLongerThan(new Array(4_000_000_000), 100_000)).toBe(true);
});

test("isJsonLongerThan() takes values that are nested deeper than the call stack", () => {
  const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  expect(isJsonLongerThan(deep, 200_000)).toBe(false);
  expect(isJsonLongerThan(deep, 199_999)).toBe(true);
});

test("isJsonLongerThan() stops at the first key that is too much", () => {
  expect(isJsonLongerThan({ [`k${"x".repeat(1_000)}`]: 1 }, 100)).toBe(true);
});

test("isJsonLongerThan() counts the bytes of a part that a parser kept as bytes", () => {
  expect(lengthOf({ file: new Uint8Array(30) })).toBe(39);
});
