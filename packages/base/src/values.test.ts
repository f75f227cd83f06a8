import { expect, test } from "vitest";
import {
  errorText,
  isNested,
  isRecord,
  jsonFromText,
  readListMember,
  readMember,
  readTextMember,
} from "./values.ts";

test("isRecord() takes objects that are not lists", () => {
  expect([{}, Object.create(null)].map(isRecord)).toEqual([true, true]);
  expect([[], null, undefined, "text", 1].map(isRecord)).toEqual(Array(5).fill(false));
});

test("readMember() follows own members alone, through objects and lists", () => {
  const value = { a: [{ b: 1 }], text: "x", empty: "" };
  expect(readMember(value, "a", 0, "b")).toBe(1);
  expect(readMember(value)).toBe(value);
  expect(readMember(value, "toString")).toBeUndefined();
  expect(readMember(value, "text", "length")).toBeUndefined();
  expect(readMember(null, "a")).toBeUndefined();
});

test("readListMember() and readTextMember() want their kind", () => {
  const value = { list: [1], text: "x", empty: "" };
  expect(readListMember(value, "list")).toEqual([1]);
  expect(readListMember(value, "text")).toEqual([]);
  expect(readTextMember(value, "text")).toBe("x");
  expect(readTextMember(value, "empty")).toBeUndefined();
  expect(readTextMember(value, "list")).toBeUndefined();
});

test("jsonFromText() returns undefined for invalid JSON", () => {
  expect(jsonFromText('{"a":1}')).toEqual({ a: 1 });
  expect(jsonFromText("{")).toBeUndefined();
});

test("errorText() returns the message of an error, and anything else as text", () => {
  expect(errorText(new TypeError("wrong"))).toBe("wrong");
  expect(errorText("thrown")).toBe("thrown");
});

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
