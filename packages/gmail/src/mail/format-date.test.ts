import { expect, test } from "vitest";
import { formatDate } from "./mail-from-message.ts";

test.each([
  ["Sun, 4 Jan 2026 06:25:10 +0100", "2026-01-04 06:25"],
  ["Sun,  4 Jan 2026 6:25 -0800 (PST)", "2026-01-04 06:25"],
  ["04 January 2026 23:59:60 GMT", "2026-01-04 23:59"],
  ["29 Feb 2024 00:00:00 +0000", "2024-02-29 00:00"],
  ["1 Feb 26 00:00 UT", "2026-02-01 00:00"],
  ["1 Feb 98 00:00 UT", "1998-02-01 00:00"],
  ["1 Feb 103 00:00 UT", "2003-02-01 00:00"],
])("section 4: formatDate() gives %s as its sender's clock showed it", (header, expected) => {
  expect(formatDate(header)).toBe(expected);
});

test.each([
  "yesterday",
  "Sun, 4 Xyz 2026 06:25:10 +0100",
  "29 Feb 2026 00:00:00 +0000",
  "0 Feb 2026 00:00:00 +0000",
  "4 Jan 2026 24:00:00 +0000",
  "4 Jan 2026 10:60:00 +0000",
  "2026-01-04T06:25:10Z",
])("section 4: formatDate() leaves %s as it is", (header) => {
  expect(formatDate(header)).toBe(header);
});
