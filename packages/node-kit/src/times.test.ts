import { expect, test } from "vitest";
import { nthWait, retryAfterMs, retryDelayMs, spreadWait } from "./times.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

test.each([
  ["120", 120_000],
  [" 1.5 ", 1_500],
  ["0.0004", 1],
  ["0", 0],
  ["Sun, 01 Mar 2026 12:00:30 GMT", 30_000],
  ["Sun, 01 Mar 2026 11:00:00 GMT", 0],
  ["soon", undefined],
  ["-5", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
])("retryAfterMs() of %j is %j", (header, wait) => {
  expect(retryAfterMs(header, NOW)).toBe(wait);
});

test("retryDelayMs() is 1, 5, 15, then every 60 minutes", { tags: "HB-12" }, () => {
  expect([0, 1, 2, 3, 4, 9].map((failures) => retryDelayMs(failures) / 60_000)).toEqual([
    1, 1, 5, 15, 60, 60,
  ]);
});

test("nthWait() gives the last wait again, and none of an empty table", () => {
  expect([1, 2, 3].map((failures) => nthWait(failures, [5, 7]))).toEqual([5, 7, 7]);
  expect(nthWait(1, [])).toBe(0);
});

test("spreadWait() spreads a wait by a fifth", () => {
  expect([0, 0.5, 0.999999].map((random) => spreadWait(1_000, () => random))).toEqual([
    800, 1_000, 1_200,
  ]);
});
