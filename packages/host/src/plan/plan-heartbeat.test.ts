import fc from "fast-check";
import { expect, test } from "vitest";
import type { HeartbeatState } from "../model/records.ts";
import type { HeartbeatSettings } from "../model/settings.ts";
import { type ActiveHours, isActiveAt, lastTimeOf, nextActiveTime } from "./active-hours.ts";
import { type HeartbeatSituation, planHeartbeat } from "./plan-heartbeat.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 21, 20, 30, 0);

const defaults: HeartbeatSettings = {
  ...{ everyMs: 30 * MINUTE, minGapMs: 5_000, target: "last", ackMaxChars: 300 },
};
const off: HeartbeatSettings = { ...defaults, everyMs: 0 };
const asleep: HeartbeatSettings = {
  ...defaults,
  activeHours: { start: 9 * 60, end: 17 * 60, timeZone: "UTC" },
};
const MORNING = Date.UTC(2026, 10, 22, 9, 0, 0);

interface Case {
  readonly settings?: HeartbeatSettings;
  readonly situation?: Partial<HeartbeatSituation>;
  readonly now?: number;
}

function plan(
  state: Partial<HeartbeatState>,
  { settings, situation, now = NOW }: Case = {},
): unknown {
  const rest = { agentId: "main", failures: 0, nextAt: NOW + 10 * MINUTE };
  return planHeartbeat({ ...rest, ...state }, settings ?? defaults, {
    ...{ hasEvents: false, now },
    ...situation,
  });
}

const one = { hasEvents: true };
const wake = { requestedAt: NOW, requestReason: "wake" } as const;

test("planHeartbeat() starts nothing while a turn of the main session runs", {
  tags: "HB-1",
}, () => {
  expect(plan({ ...wake, runningId: "h1", nextAt: NOW - 1 }, { situation: one })).toEqual({
    kind: "wait",
  });
});

test("planHeartbeat() starts a check when it is due, and the next is due `every` after its start", {
  tags: "HB-2",
}, () => {
  expect(plan({})).toEqual({ kind: "wait", until: NOW + 10 * MINUTE });
  expect(plan({ nextAt: NOW })).toEqual({
    ...{ kind: "start", reason: "interval", nextAt: NOW + 30 * MINUTE },
  });
});

test("planHeartbeat() starts one check after a stop of hours", { tags: "HB-2" }, () => {
  expect(plan({ nextAt: NOW - 9 * HOUR })).toEqual({
    ...{ kind: "start", reason: "interval", nextAt: NOW + 30 * MINUTE },
  });
});

test("planHeartbeat() writes the next check where none is, or a clock or setting was changed", {
  tags: "HB-2",
}, () => {
  const { nextAt: _, ...unscheduled } = { agentId: "main", failures: 0, nextAt: 0 };
  const situation = { now: NOW, hasEvents: false };
  const written = { kind: "schedule", nextAt: NOW + 30 * MINUTE };
  expect(planHeartbeat(unscheduled, defaults, situation)).toEqual(written);
  expect(plan({ nextAt: NOW + 31 * MINUTE })).toEqual(written);
  expect(plan({}, { settings: off })).toEqual({ kind: "schedule" });
  expect(planHeartbeat(unscheduled, off, situation)).toEqual({ kind: "wait" });
});

test("planHeartbeat() joins the requests of 250 ms, and starts within a second", {
  tags: "HB-3",
}, () => {
  expect(plan(wake, { situation: one })).toEqual({ kind: "wait", until: NOW + 250 });
  expect(plan(wake, { situation: one, now: NOW + 250 })).toMatchObject({
    ...{ kind: "start", reason: "wake" },
  });
});

test("planHeartbeat() joins requests also long after the last heartbeat", { tags: "HB-3" }, () => {
  expect(plan({ ...wake, lastEndedAt: NOW - HOUR }, { situation: one })).toMatchObject({
    until: NOW + 250,
  });
});

test("planHeartbeat() starts a requested turn during the back-off of a failed one", {
  tags: ["HB-3", "HB-12"],
}, () => {
  const state = { ...wake, failures: 3, retryAt: NOW + 10 * MINUTE };
  expect(plan(state, { situation: one, now: NOW + 250 })).toMatchObject({
    ...{ kind: "start", reason: "wake" },
  });
});

test("planHeartbeat() keeps the gap after the end of the last heartbeat", { tags: "HB-4" }, () => {
  const state = { ...wake, lastEndedAt: NOW - 1_000 };
  expect(plan(state, { situation: one, now: NOW + 250 })).toEqual({
    ...{ kind: "wait", until: NOW + 4_000 },
  });
  const settings = { ...defaults, minGapMs: 0 };
  expect(plan(state, { situation: one, now: NOW + 250, settings })).toMatchObject({
    kind: "start",
  });
});

test("planHeartbeat() does not wait for a time that was written before the clock was set back", {
  tags: "HB-4",
}, () => {
  const state = { ...wake, requestedAt: NOW + HOUR, lastEndedAt: NOW + HOUR };
  expect(plan(state, { situation: one })).toMatchObject({ kind: "start", reason: "wake" });
  expect(plan({ retryAt: NOW + 2 * HOUR })).toMatchObject({ kind: "start", reason: "retry" });
});

test("planHeartbeat() waits with events that did not ask for a turn", { tags: "HB-5" }, () => {
  const { nextAt: _, ...state } = { agentId: "main", failures: 0, nextAt: 0 };
  expect(planHeartbeat(state, off, { now: NOW, hasEvents: true })).toEqual({ kind: "wait" });
});

test.each([
  ["switched off heartbeats", off, {}],
  ["active hours", asleep, {}],
  ["an empty HEARTBEAT.md", defaults, { heartbeatFileIsEmpty: true }],
])(
  "planHeartbeat() starts a requested turn in spite of %s",
  { tags: "HB-6" },
  (_, settings, extra) => {
    const { nextAt: __, ...state } = { ...wake, agentId: "main", failures: 0, nextAt: 0 };
    const scheduled = settings === off ? state : { ...state, nextAt: NOW + MINUTE };
    expect(
      planHeartbeat(scheduled, settings, { now: NOW + 250, hasEvents: true, ...extra }),
    ).toMatchObject({ kind: "start", reason: "wake" });
  },
);

test("planHeartbeat() skips a request whose events were taken by another turn", {
  tags: "HB-6",
}, () => {
  expect(plan(wake, { now: NOW + 250 })).toMatchObject({ kind: "skip", why: "events taken" });
  expect(plan({ ...wake, requestReason: "run" }, { now: NOW + 250 })).toMatchObject({
    ...{ kind: "skip", reason: "run" },
  });
  expect(plan({ ...wake, requestReason: "manual" }, { now: NOW + 250 })).toMatchObject({
    ...{ kind: "start", reason: "manual" },
  });
  expect(plan({ requestedAt: NOW }, { now: NOW + 250, situation: one })).toMatchObject({
    ...{ kind: "start", reason: "wake" },
  });
});

test("planHeartbeat() holds back the periodic check, and runs one at the opening", {
  tags: "HB-7",
}, () => {
  expect(plan({ nextAt: NOW - MINUTE }, { settings: asleep })).toEqual({
    ...{ kind: "wait", until: MORNING },
  });
  expect(plan({ nextAt: NOW - MINUTE }, { settings: asleep, now: MORNING })).toMatchObject({
    ...{ kind: "start", reason: "interval" },
  });
  expect(plan({ nextAt: NOW }, { settings: asleep, situation: one })).toMatchObject({
    kind: "wait",
  });
});

test("planHeartbeat() skips the periodic check of an empty HEARTBEAT.md if no event waits", {
  tags: "HB-8",
}, () => {
  const situation = { heartbeatFileIsEmpty: true };
  expect(plan({ nextAt: NOW }, { situation })).toEqual({
    ...{ kind: "skip", reason: "interval", why: "HEARTBEAT.md is empty" },
    nextAt: NOW + 30 * MINUTE,
  });
  expect(plan({ nextAt: NOW }, { situation: { ...situation, ...one } })).toMatchObject({
    ...{ kind: "start", reason: "interval" },
  });
});

test("planHeartbeat() tries a failed turn again in time, and checks go on meanwhile", {
  tags: "HB-12",
}, () => {
  const failed = { failures: 1, retryAt: NOW + MINUTE };
  expect(plan(failed, { situation: one })).toEqual({ kind: "wait", until: NOW + MINUTE });
  expect(plan(failed, { situation: one, now: NOW + MINUTE })).toEqual({
    ...{ kind: "start", reason: "retry", nextAt: NOW + 31 * MINUTE },
  });
  expect(plan({ ...failed, nextAt: NOW }, { situation: one })).toMatchObject({
    reason: "interval",
  });
  expect(plan({ ...failed, retryAt: NOW }, { situation: one, settings: off })).toEqual({
    kind: "schedule",
  });
});

test("planHeartbeat() tries a turn with events again at night, and one without in the morning", {
  tags: ["HB-7", "HB-12"],
}, () => {
  const failed = { failures: 1, retryAt: NOW };
  expect(plan(failed, { settings: asleep, situation: one })).toMatchObject({ reason: "retry" });
  expect(plan(failed, { settings: asleep })).toEqual({ kind: "wait", until: MORNING });
});

const at = (iso: string): number => Date.parse(iso);
const office: ActiveHours = { start: 9 * 60, end: 17 * 60, timeZone: "Europe/Vienna" };

test.each([
  ["2026-11-20T07:59:59Z", false],
  ["2026-11-20T08:00:00Z", true],
  ["2026-11-20T15:59:59Z", true],
  ["2026-11-20T16:00:00Z", false],
  ["2026-07-20T07:00:00Z", true],
])(
  "isActiveAt() counts the start and not the end, on the clocks of the zone: %s",
  { tags: "HB-7" },
  (iso, is) => {
    expect(isActiveAt(at(iso), office)).toBe(is);
  },
);

test("isActiveAt() knows hours over midnight, and an end at 24:00", { tags: "HB-7" }, () => {
  const night: ActiveHours = { start: 22 * 60, end: 6 * 60, timeZone: "UTC" };
  expect(isActiveAt(at("2026-11-20T23:00:00Z"), night)).toBe(true);
  expect(isActiveAt(at("2026-11-20T05:59:00Z"), night)).toBe(true);
  expect(isActiveAt(at("2026-11-20T06:00:00Z"), night)).toBe(false);
  const evening: ActiveHours = { start: 20 * 60, end: 1440, timeZone: "UTC" };
  expect(isActiveAt(at("2026-11-20T23:59:59Z"), evening)).toBe(true);
  expect(isActiveAt(at("2026-11-21T00:00:00Z"), evening)).toBe(false);
});

test("nextActiveTime() is the start of the window, also when clocks change on the way", {
  tags: "HB-7",
}, () => {
  expect(nextActiveTime(at("2026-11-20T16:00:30Z"), office)).toBe(at("2026-11-21T08:00:00Z"));
  expect(nextActiveTime(at("2026-11-20T07:59:59Z"), office)).toBe(at("2026-11-20T08:00:00Z"));
  expect(nextActiveTime(at("2026-10-24T16:00:00Z"), office)).toBe(at("2026-10-25T08:00:00Z"));
  expect(nextActiveTime(at("2026-03-28T17:00:00Z"), office)).toBe(at("2026-03-29T07:00:00Z"));
  const skipped: ActiveHours = { start: 150, end: 600, timeZone: "Europe/Vienna" };
  expect(nextActiveTime(at("2026-03-28T12:00:00Z"), skipped)).toBe(at("2026-03-29T01:00:00Z"));
  const missing: ActiveHours = { start: 120, end: 150, timeZone: "Europe/Vienna" };
  expect(nextActiveTime(at("2026-03-29T00:30:00Z"), missing)).toBe(at("2026-03-30T00:00:00Z"));
});

test("nextActiveTime() is the first active minute after a time outside of the window", {
  tags: "HB-7",
}, () => {
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

test("lastTimeOf() is the last full hour of its name, also over a change of the clocks", {
  tags: "SES-6",
}, () => {
  const last = (now: string): string =>
    new Date(lastTimeOf(4, at(now), "Europe/Vienna")).toISOString();
  expect(last("2026-11-21T10:00:30Z")).toBe("2026-11-21T03:00:00.000Z");
  expect(last("2026-03-29T01:30:00Z")).toBe("2026-03-28T03:00:00.000Z");
  expect(last("2026-03-29T02:00:00Z")).toBe("2026-03-29T02:00:00.000Z");
  expect(last("2026-10-25T02:30:00Z")).toBe("2026-10-24T02:00:00.000Z");
  expect(last("2026-10-25T03:00:00Z")).toBe("2026-10-25T03:00:00.000Z");
});
