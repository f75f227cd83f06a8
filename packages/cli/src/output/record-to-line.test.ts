import type { RequestRecord } from "@hookwright/core/ingress";
import type { HostRecord } from "@hookwright/host";
import { expect, test } from "vitest";
import { hostRecordToLine, recordToLine } from "./record-to-line.ts";
import { createStyle, type Style } from "./style.ts";

const RECORD: RequestRecord = {
  receivedAt: Date.parse("2026-01-31T12:00:00Z"),
  requestId: "request-1",
  durationMs: 3,
  route: "github",
  answerBytes: 2,
  method: "POST",
  name: "ci",
  status: 202,
  remoteAddress: "192.0.2.1",
};
const plain = createStyle(false);

test("recordToLine() shows the action of a request", () => {
  const record = { ...RECORD, action: "agent", mappingId: "build", runId: "run-1" } as const;
  expect(recordToLine(record, plain)).toBe(
    '2026-01-31T12:00:00.000Z 202 POST ci → agent, mapping "build", run run-1 (3 ms)',
  );
});

test("recordToLine() shows why a request was refused, and its address", () => {
  const record = { ...RECORD, status: 500, code: "transform_failed", detail: "Threw\u001B[2J." };
  expect(recordToLine(record, plain)).toContain(
    "500 POST ci → transform_failed, from 192.0.2.1, Threw\\u001b[2J. (3 ms, request request-1)",
  );
  const { remoteAddress: _gone, ...unknown } = record;
  expect(recordToLine(unknown, plain)).toContain("→ transform_failed, Threw");
});

test("recordToLine() counts the elements of a list", () => {
  const counts = { dispatched: 2, refused: 1, skipped: 0 };
  const record = { ...RECORD, outcome: "batch", mappingId: "each", ...counts } as const;
  expect(recordToLine(record, plain)).toContain(
    '→ batch, mapping "each", 2 dispatched, 1 refused, 0 left out (3 ms)',
  );
});

test("recordToLine() says what happened to an event without an action", () => {
  const line = (outcome: "skipped" | "handled" | "unmatched", rest: object = {}) =>
    recordToLine({ ...RECORD, outcome, ...rest }, plain);
  expect(line("skipped", { mappingId: "x" })).toContain(
    '→ skipped, mapping "x" (3 ms, request request-1)',
  );
  expect(line("handled")).toContain("→ handled (3 ms, request request-1)");
  const why = { status: 404, code: "not_found", detail: "The nearest mapping is …" };
  expect(line("unmatched", why)).toContain(
    "404 POST ci → unmatched, from 192.0.2.1, The nearest mapping is … (3 ms, request request-1)",
  );
});

test("recordToLine() names a repeat, with the run of the first delivery", () => {
  const record = { ...RECORD, dedupe: "replayed", runId: "run-1" } as const;
  expect(recordToLine(record, plain)).toContain("→ repeat, got the first answer, run run-1 (3 ms)");
});

test("recordToLine() counts empty expressions", () => {
  const record = { ...RECORD, outcome: "action", action: "wake", emptyExpressions: 2 } as const;
  expect(recordToLine(record, plain)).toContain(
    "→ wake, 2 empty expressions (3 ms, request request-1)",
  );
});

test("recordToLine() shows that there was nothing to do, or no name", () => {
  expect(recordToLine({ ...RECORD, status: 204, name: "" }, plain)).toContain(
    "204 POST / → nothing to do (3 ms, request request-1)",
  );
});

test("recordToLine() colours the status by its meaning", () => {
  const style = createStyle(true);
  expect(recordToLine(RECORD, style)).toContain("\u001B[32m202\u001B[0m");
  expect(recordToLine({ ...RECORD, status: 404 }, style)).toContain("\u001B[1;31m404\u001B[0m");
});

const same = (text: string): string => text;
const hostStyle = {
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

test.each(rows)("hostRecordToLine() of %j", { tags: "OPS-3" }, (record, line) => {
  expect(hostRecordToLine(record, hostStyle)).toBe(`2026-01-31T12:00:00.000Z ${line}`);
});

test("recordToLine() names all mappings that got an event", () => {
  const counts = { dispatched: 2, refused: 0, skipped: 0 };
  const ids = { mappingId: "tell", mappingIds: ["tell", "book"] };
  const record = { ...RECORD, outcome: "batch", ...ids, ...counts } as const;
  expect(recordToLine(record, plain)).toContain('→ batch, mappings "tell", "book", 2 dispatched');
});
