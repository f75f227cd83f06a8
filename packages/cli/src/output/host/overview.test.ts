import type { HostOverview } from "@hookwright/host";
import { expect, test } from "vitest";
import { overviewToText } from "./lists.ts";

const AT = Date.UTC(2026, 0, 31, 12);
const NONE = { queued: 0, running: 0, failed: 0, done: 0, dead: 0, cancelled: 0 };

test("OPS-2 overviewToText() says what waits, what is paused and what comes, without controls", () => {
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
