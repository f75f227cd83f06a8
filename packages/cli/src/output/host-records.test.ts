/** @module-tag OPS-2 */
import type { HostOverview, RunRecord } from "@hookwright/host";
import { expect, test } from "vitest";
import { listToText, overviewToText, runToText, turnsToText } from "./host-records.ts";

const RUN: RunRecord = {
  id: "r1",
  agentId: "main",
  sessionKey: "hook:1",
  action: {
    kind: "agent",
    message: "m",
    untrustedText: "red\nblue",
    parts: [
      { kind: "trusted", text: "Look at it." },
      { kind: "untrusted", text: "red\nblue", source: 'webhook "ci"' },
    ],
    sessionKey: "hook:1",
    name: "Build",
    wakeMode: "now",
    deliver: false,
    channel: "last",
  },
  taintedFields: ["name"],
  source: 'webhook "ci"',
  acceptedAt: Date.UTC(2026, 0, 31),
  state: "done",
  attempt: 1,
  interruptions: 0,
  dueAt: 0,
  answer: "It failed.\u001b[2J",
};

test("runToText() marks outside text, and makes control characters visible", () => {
  const text = runToText(RUN);
  expect(text).toContain("Build   (from outside)");
  expect(text).toContain('from outside (webhook "ci"):');
  expect(text).toContain("  │ red\n  │ blue");
  expect(text).toMatch(/deliver {5}no/);
  expect(text).not.toContain("\u001b");
});

test("turnsToText() says why a turn has no answer", () => {
  const turn = { at: 0, heading: "", parts: [], tainted: false, turnId: "t1", noAnswer: "timeout" };
  expect(turnsToText([turn])).toContain("no answer   timeout");
});

const AT = Date.UTC(2026, 0, 31, 12);
const NONE = { queued: 0, running: 0, failed: 0, done: 0, dead: 0, cancelled: 0 };

test("listToText() says how many events a run gathers, and until when", () => {
  const run = {
    ...{ id: "r1", agentId: "main", sessionKey: "hook:a", acceptedAt: AT, attempt: 0 },
    state: "queued",
    window: { events: 4, closesAt: AT + 30_000 },
  } as const;
  expect(listToText("runs", [run])).toContain("queued, gathers 4 until 2026-01-31 12:00:30Z");
});

test("overviewToText() shows what waits, is paused or comes next, without control characters", () => {
  const overview: HostOverview = {
    phase: "running",
    at: AT + 200_000,
    runs: { ...NONE, queued: 2, running: 1 },
    oldestQueuedAt: AT,
    running: [
      { id: "r1", agentId: "main", sessionKey: "hook:a", mappingId: "ci", startedAt: AT },
      { id: "h2", agentId: "ops", reason: "wake", startedAt: AT + 180_000 },
    ],
    keys: [
      {
        ...{
          agentId: "main",
          sessionKey: "hook:\u001b[2Ja",
          waiting: 2,
          oldestId: "r2",
          oldestAt: AT,
        },
        ...{ code: "rate_limited", dueAt: AT + 300_000, isHeld: false },
      },
      {
        ...{ agentId: "ops", sessionKey: "hook:b", waiting: 1, oldestId: "r3", oldestAt: AT },
        ...{ code: "unauthorized", isHeld: true },
      },
      {
        ...{ agentId: "ops", sessionKey: "hook:c", waiting: 1, oldestId: "r4", oldestAt: AT },
        ...{ isHeld: false, window: { events: 4, closesAt: AT + 300_000 } },
      },
    ],
    waitingKeys: 4,
    gathering: { windows: 1, events: 4, closesAt: AT + 300_000 },
    events: [{ agentId: "main", waiting: 3, oldestAt: AT }],
    pausedRunners: [
      { runner: "http", provider: "openai", since: AT, code: "unauthorized" },
      { runner: "http", since: AT, code: "operator" },
    ],
    pauses: [{ kind: "runner", id: "http", since: AT, waiting: 5 }],
    limits: [{ mappingId: "ci", maxConcurrent: 2, running: 2, waiting: 1 }],
    waitingEvents: 3,
    deliveries: { queued: 0, sending: 0, failed: 0, sent: 0, dead: 0, cancelled: 0 },
    room: 9_997,
    fullKeys: 0,
    fullSessions: [],
    bytes: 3 * 1_048_576,
    freeBytes: 10 ** 9,
    minFreeBytes: 10 ** 8,
    channels: [
      { id: "slack", waiting: 0, paused: { since: AT, code: "unauthorized" } },
      { id: "webhook", waiting: 2, oldestAt: AT },
      { id: "teams", waiting: 1, oldestAt: AT, paused: { since: AT, code: "operator" } },
    ],
    heartbeats: [
      { agentId: "main\u001b[2J", nextAt: AT, requestedAt: AT, retryAt: AT },
      {
        agentId: "ops",
        last: {
          ...{ id: "h1", agentId: "ops", reason: "wake", outcome: "ack", events: 1 },
          ...{ startedAt: AT, endedAt: AT },
        },
      },
    ],
  };
  const text = overviewToText(overview);
  expect(text.split("\n").map((line) => line.trim().replace(/ {2,}/, ": "))).toEqual([
    "paused runner: http for 3 min, 5 waiting: hookwright resume runner http",
    "mapping ci: 2 of 2 runs at work, 1 waiting",
    "runs: 2 queued, 1 running; room for 9997 more",
    "running: run r1 for 3 min, agent main, mapping ci",
    "running: turn h2 for 20 s, agent ops (wake)",
    expect.stringMatching(
      /^waiting: 2 of agent main, key hook:.*a, the oldest for 3 min \(run r2, last try rate_limited, next try 2026-01-31 12:05:00Z\)$/,
    ),
    "waiting: 1 of agent ops, key hook:b, the oldest for 3 min (run r3, last try unauthorized, its runner is paused)",
    "waiting: 1 of agent ops, key hook:c, the oldest for 3 min (run r4, gathers 4 until 2026-01-31 12:05:00Z)",
    "waiting: and 1 more keys",
    "gathering: 1 joined action, 4 events so far; the next starts 2026-01-31 12:05:00Z if no more come",
    "events: 3 waiting",
    "agent main: 3 waiting, the oldest for 3 min",
    "deliveries: none",
    "channel slack: paused since 2026-01-31 12:00:00Z (unauthorized): correct its credential and reload",
    "channel webhook: in use; 2 waiting, the oldest for 3 min",
    "channel teams: paused by an operator; 1 waiting, the oldest for 3 min",
    "runner http: paused for 3 min for models of openai (unauthorized): correct the cause; a reload goes on at once",
    expect.stringMatching(
      /^heartbeat main.*: none yet; requested 3 min ago; next try .*; next check 2026-01-31 12:00:00Z$/,
    ),
    "heartbeat ops: last 2026-01-31 12:00:00Z (wake): ack",
    "store: 3.0 MiB",
  ]);
  expect(text).not.toContain("\u001b");
});
