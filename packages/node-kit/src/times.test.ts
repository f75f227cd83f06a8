import { expect, test } from "vitest";
import { retryAfterMs, retryDelayMs } from "./times.ts";

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

test("HB-12 retryDelayMs() is 1, 5, 15, then every 60 minutes", () => {
  expect([0, 1, 2, 3, 4, 9].map((failures) => retryDelayMs(failures) / 60_000)).toEqual([
    1, 1, 5, 15, 60, 60,
  ]);
});
