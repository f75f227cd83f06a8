import { expect, test } from "vitest";
import { readWait } from "./send-result.ts";

test.each([
  [7, 7000],
  ["7", 7000],
  [64.57, 64_570],
  [" 1 ", 1000],
  [99_999, 99_999_000],
  ["Thu, 01 Jan 1970 00:00:20 GMT", 10_000],
])("DEL-9 readWait() reads %j", (value, expected) => {
  expect(readWait(value, 10_000)).toBe(expected);
});

test.each([
  0,
  -1,
  "0",
  "-5",
  "",
  "soon",
  Number.NaN,
  Number.POSITIVE_INFINITY,
  null,
  undefined,
  {},
  "Thu, 01 Jan 1970 00:00:05 GMT",
])("DEL-9 readWait() finds no wait in %j", (value) => {
  expect(readWait(value, 10_000)).toBeUndefined();
});
