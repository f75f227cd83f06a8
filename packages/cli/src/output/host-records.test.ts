/** @module-tag OPS-2 */
import type { HostOverview, RunRecord } from "@hookwright/host";
import { expect, test } from "vitest";
import { overviewToText, runToText, turnsToText } from "./host-records.ts";

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

test("overviewToText() shows what waits, is paused or comes next, without control characters", () => {
  const overview: HostOverview = {
    phase: "running",
    runs: { ...NONE, queued: 2, running: 1 },
    oldestQueuedAt: AT,
    waitingEvents: 3,
    deliveries: { queued: 0, sending: 0, failed: 0, sent: 0, dead: 0, cancelled: 0 },
    room: 9_997,
    fullKeys: 0,
    fullSessions: [],
    bytes: 3 * 1_048_576,
    freeBytes: 10 ** 9,
    minFreeBytes: 10 ** 8,
    channels: [{ id: "slack", paused: { since: AT, code: "unauthorized" } }, { id: "webhook" }],
    heartbeats: [
      { agentId: "main\u001b[2J", nextAt: AT },
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
  expect(text.split("\n").map((line) => line.replace(/ {2,}/, ": "))).toEqual([
    "runs: 2 queued, 1 running; the oldest since 2026-01-31 12:00:00Z",
    "events: 3 waiting",
    "deliveries: none",
    "channel slack: paused since 2026-01-31 12:00:00Z (unauthorized): correct its credential and reload",
    "channel webhook: in use",
    expect.stringMatching(/^heartbeat main.*: none yet; next check 2026-01-31 12:00:00Z$/),
    "heartbeat ops: last 2026-01-31 12:00:00Z (wake): ack",
    "store: 3.0 MiB",
  ]);
  expect(text).not.toContain("\u001b");
});
