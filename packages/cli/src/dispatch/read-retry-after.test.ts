import { expect, test } from "vitest";
import { readRetryAfter } from "./forward.ts";

const NOW = Date.parse("2026-01-31T12:00:00Z");

test.each([
  [null, 0],
  ["3", 3_000],
  ["0", 0],
  ["Sat, 31 Jan 2026 12:00:02 GMT", 2_000],
  ["Sat, 31 Jan 2026 11:59:00 GMT", 0],
  ["soon", 0],
  ["-5", 0],
])("readRetryAfter(%j) returns %i milliseconds", (header, waitMs) => {
  expect(readRetryAfter(header, NOW)).toBe(waitMs);
});
