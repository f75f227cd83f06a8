import type { HostRecord } from "@hookwright/host";
import { expect, test } from "vitest";
import { hostRecordToLine } from "../record-to-line.ts";
import type { Style } from "../style.ts";

const same = (text: string): string => text;
const style = {
  error: (text: string) => `!${text}!`,
  good: same,
  dim: same,
} as unknown as Style;

const AT = Date.UTC(2026, 0, 31, 12);
const RUN = { kind: "run", at: AT, runId: "r1", agentId: "main", sessionKey: "hook:1" } as const;
const DELIVERY = {
  kind: "delivery",
  at: AT,
  deliveryId: "d1",
  channel: "slack",
  tries: 1,
} as const;
const HEARTBEAT = { kind: "heartbeat", at: AT, heartbeatId: "h1", agentId: "main" } as const;
const COUNTS = { queued: 0, interrupted: 0, waitingEvents: 0, deliveries: 0, unknownOutcomes: 0 };

const rows: readonly (readonly [HostRecord, string])[] = [
  [{ ...RUN, state: "queued", attempt: 0 }, "run r1 queued"],
  [
    { ...RUN, state: "done", attempt: 2, mappingId: "push", durationMs: 3 },
    'run r1 done, mapping "push", attempt 2 (3 ms)',
  ],
  [{ ...RUN, state: "dead", attempt: 1, code: "timeout" }, "run r1 !dead!, timeout"],
  [{ ...DELIVERY, state: "sent", parts: 1, sent: 1 }, "delivery d1 sent, slack"],
  [
    { ...DELIVERY, state: "failed", parts: 3, sent: 1, code: "busy" },
    "delivery d1 !failed!, slack, 1 of 3 parts, busy",
  ],
  [
    { ...HEARTBEAT, reason: "wake", outcome: "ack", events: 2, durationMs: 9 },
    "heartbeat of main ack, wake, 2 events (9 ms)",
  ],
  [
    { ...HEARTBEAT, reason: "interval", outcome: "empty", events: 0, durationMs: 9 },
    "heartbeat of main empty, interval (9 ms)",
  ],
  [
    { kind: "channel", at: AT, channel: "slack", state: "paused", code: "x" },
    "channel slack !paused!, x",
  ],
  [{ kind: "channel", at: AT, channel: "slack", state: "resumed" }, "channel slack resumed"],
  [{ kind: "start", at: AT, ...COUNTS }, "host started"],
];

test.each(rows)("OPS-3 hostRecordToLine() of %j", (record, line) => {
  expect(hostRecordToLine(record, style)).toBe(`2026-01-31T12:00:00.000Z ${line}`);
});
