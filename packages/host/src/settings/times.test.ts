import { expect, test } from "vitest";
import { parseDuration } from "./times.ts";

const MINUTE = 60_000;

test.each([
  ["30m", 30 * MINUTE],
  ["0m", 0],
  ["1h30m", 90 * MINUTE],
  ["1h 30m", 90 * MINUTE],
  ["90s", 90_000],
  ["1.5h", 90 * MINUTE],
  ["1D", 1_440 * MINUTE],
  ["250ms", 250],
  ["45", 45 * MINUTE],
])("HB-2 parseDuration() reads %s", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(["", "m", "-5m", "5x", "5 minutes", "1e3m", "99999999d", "5m oops"])(
  "HB-2 parseDuration() takes no other text: %j",
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
