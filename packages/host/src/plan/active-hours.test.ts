import fc from "fast-check";
import { expect, test } from "vitest";
import { type ActiveHours, isActiveAt, lastTimeOf, nextActiveTime } from "./active-hours.ts";

const at = (iso: string): number => Date.parse(iso);
const office: ActiveHours = { start: 9 * 60, end: 17 * 60, timeZone: "Europe/Vienna" };

test.each([
  ["2026-11-20T07:59:59Z", false],
  ["2026-11-20T08:00:00Z", true],
  ["2026-11-20T15:59:59Z", true],
  ["2026-11-20T16:00:00Z", false],
  ["2026-07-20T07:00:00Z", true],
])(
  "HB-7 isActiveAt() counts the start and not the end, on the clocks of the zone: %s",
  (iso, is) => {
    expect(isActiveAt(at(iso), office)).toBe(is);
  },
);

test("HB-7 isActiveAt() knows hours over midnight, and an end at 24:00", () => {
  const night: ActiveHours = { start: 22 * 60, end: 6 * 60, timeZone: "UTC" };
  expect(isActiveAt(at("2026-11-20T23:00:00Z"), night)).toBe(true);
  expect(isActiveAt(at("2026-11-20T05:59:00Z"), night)).toBe(true);
  expect(isActiveAt(at("2026-11-20T06:00:00Z"), night)).toBe(false);
  const evening: ActiveHours = { start: 20 * 60, end: 1440, timeZone: "UTC" };
  expect(isActiveAt(at("2026-11-20T23:59:59Z"), evening)).toBe(true);
  expect(isActiveAt(at("2026-11-21T00:00:00Z"), evening)).toBe(false);
});

test("HB-7 nextActiveTime() is the start of the window, also when clocks change on the way", () => {
  expect(nextActiveTime(at("2026-11-20T16:00:30Z"), office)).toBe(at("2026-11-21T08:00:00Z"));
  expect(nextActiveTime(at("2026-11-20T07:59:59Z"), office)).toBe(at("2026-11-20T08:00:00Z"));
  expect(nextActiveTime(at("2026-10-24T16:00:00Z"), office)).toBe(at("2026-10-25T08:00:00Z"));
  expect(nextActiveTime(at("2026-03-28T17:00:00Z"), office)).toBe(at("2026-03-29T07:00:00Z"));
  const skipped: ActiveHours = { start: 150, end: 600, timeZone: "Europe/Vienna" };
  expect(nextActiveTime(at("2026-03-28T12:00:00Z"), skipped)).toBe(at("2026-03-29T01:00:00Z"));
  const missing: ActiveHours = { start: 120, end: 150, timeZone: "Europe/Vienna" };
  expect(nextActiveTime(at("2026-03-29T00:30:00Z"), missing)).toBe(at("2026-03-30T00:00:00Z"));
});

test("HB-7 nextActiveTime() is the first active minute after a time outside of the window", () => {
  const zones = [
    "UTC",
    "Europe/Vienna",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
  ];
  const minute = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(
      fc.record({
        start: minute,
        end: fc.integer({ min: 1, max: 1440 }),
        timeZone: fc.constantFrom(...zones),
      }),
      // Around the days on which clocks change.
      fc.constantFrom(...["2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25"]),
      fc.integer({ min: -1440, max: 1440 }),
      (hours, day, offset) => {
        const now = at(`${day}T00:00:00Z`) + offset * 60_000 + 1_234;
        fc.pre(hours.start !== hours.end && !isActiveAt(now, hours));
        const opening = nextActiveTime(now, hours);
        expect(opening).toBeGreaterThan(now);
        expect(isActiveAt(opening, hours)).toBe(true);
        expect(isActiveAt(opening - 1, hours)).toBe(false);
        expect(opening - now).toBeLessThanOrEqual(51 * 3_600_000);
      },
    ),
    { numRuns: 60 },
  );
});

test("SES-6 lastTimeOf() is the last full hour of its name, also over a change of the clocks", () => {
  const last = (now: string): string =>
    new Date(lastTimeOf(4, at(now), "Europe/Vienna")).toISOString();
  expect(last("2026-11-21T10:00:30Z")).toBe("2026-11-21T03:00:00.000Z");
  expect(last("2026-03-29T01:30:00Z")).toBe("2026-03-28T03:00:00.000Z");
  expect(last("2026-03-29T02:00:00Z")).toBe("2026-03-29T02:00:00.000Z");
  expect(last("2026-10-25T02:30:00Z")).toBe("2026-10-24T02:00:00.000Z");
  expect(last("2026-10-25T03:00:00Z")).toBe("2026-10-25T03:00:00.000Z");
});
