import { expect, test } from "vitest";
import { checkTimestamp, parseTimestamp } from "./check-timestamp.ts";

const NOW = 1_700_000_000_000;

const check = (text: string | undefined, unit: "s" | "ms" | "iso" = "s") =>
  checkTimestamp(text, { rule: { unit, toleranceSeconds: 300 }, receivedAt: NOW });

test("checkTimestamp() accepts the past and the future within the tolerance", () => {
  for (const offset of [0, 300, -300]) {
    expect(check(String(NOW / 1000 + offset))).toBeUndefined();
    expect(check(String(NOW + offset * 1000), "ms")).toBeUndefined();
    expect(check(new Date(NOW + offset * 1000).toISOString(), "iso")).toBeUndefined();
  }
});

test("checkTimestamp() refuses the past and the future beyond it", () => {
  expect(check(String(NOW / 1000 - 301))).toBe("timestamp_too_old");
  expect(check(String(NOW / 1000 + 301))).toBe("timestamp_in_future");
  expect(check("0")).toBe("timestamp_too_old");
  expect(check("999999999999999")).toBe("timestamp_in_future");
});

test("checkTimestamp() reports a missing time stamp", () => {
  expect(check(undefined)).toBe("timestamp_missing");
});

test.each([
  "",
  " ",
  "1.7e9",
  "1700000000.0",
  "1700000000abc",
  " 1700000000",
  "1700000000\n",
  "-1700000000",
  "+1700000000",
  "0x6553f100",
  "١٧٠٠٠٠٠٠٠٠",
  "1700000000, 1700000000",
  "1234567890123456",
])("checkTimestamp() refuses %j", (text) => {
  expect(check(text)).toBe("timestamp_malformed");
  expect(check(text, "ms")).toBe("timestamp_malformed");
});

test("checkTimestamp() does not guess the unit from the size of the number", () => {
  expect(check(String(NOW))).toBe("timestamp_in_future");
  expect(check(String(NOW / 1000), "ms")).toBe("timestamp_too_old");
});

test.each([
  ["2023-11-14T22:13:20Z"],
  ["2023-11-14T22:13:20.1Z"],
  ["2023-11-14T22:13:20.123456789Z"],
  ["2023-11-14T23:13:20+01:00"],
])("checkTimestamp() reads the ISO time %s", (text) => {
  expect(check(text, "iso")).toBeUndefined();
});

test.each([
  "2023-11-14",
  "2023-11-14T22:13:20",
  "2023-11-14 22:13:20Z",
  "2023-11-14T22:13:20Z trailing",
  "2023-13-45T22:13:20Z",
  "1700000000",
  "Tue, 14 Nov 2023 22:13:20 GMT",
])("checkTimestamp() refuses the ISO time %j", (text) => {
  expect(check(text, "iso")).toBe("timestamp_malformed");
});

test("parseTimestamp() reads the milliseconds of a date, and no finer fraction", () => {
  const parse = (text: string) => parseTimestamp(text, { unit: "iso" });
  expect(parse("2023-11-14T22:13:20Z")).toBe(NOW);
  expect(parse("2023-11-14T22:13:20.250Z")).toBe(NOW + 250);
  expect(parse("2023-11-14T22:13:20.250999999Z")).toBe(NOW + 250);
});
