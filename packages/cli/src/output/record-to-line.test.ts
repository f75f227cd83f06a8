import type { RequestRecord } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { recordToLine } from "./record-to-line.ts";
import { createStyle } from "./style.ts";

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
    "500 POST ci → transform_failed, from 192.0.2.1, Threw\\u001b[2J. (3 ms)",
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

test("recordToLine() names what became of an event without an action", () => {
  const line = (outcome: "skipped" | "handled" | "unmatched", rest: object = {}) =>
    recordToLine({ ...RECORD, outcome, ...rest }, plain);
  expect(line("skipped", { mappingId: "x" })).toContain('→ skipped, mapping "x" (3 ms)');
  expect(line("handled")).toContain("→ handled (3 ms)");
  const why = { status: 404, code: "not_found", detail: "The nearest mapping is …" };
  expect(line("unmatched", why)).toContain(
    "404 POST ci → unmatched, from 192.0.2.1, The nearest mapping is … (3 ms)",
  );
});

test("recordToLine() names a repeat, with the run of the first delivery", () => {
  const record = { ...RECORD, dedupe: "replayed", runId: "run-1" } as const;
  expect(recordToLine(record, plain)).toContain(
    "→ repeat, told the first answer, run run-1 (3 ms)",
  );
});

test("recordToLine() counts empty expressions", () => {
  const record = { ...RECORD, outcome: "action", action: "wake", emptyExpressions: 2 } as const;
  expect(recordToLine(record, plain)).toContain("→ wake, 2 empty expressions (3 ms)");
});

test("recordToLine() shows that there was nothing to do, or no name", () => {
  expect(recordToLine({ ...RECORD, status: 204, name: "" }, plain)).toContain(
    "204 POST / → nothing to do (3 ms)",
  );
});

test("recordToLine() colours the status by its meaning", () => {
  const style = createStyle(true);
  expect(recordToLine(RECORD, style)).toContain("\u001B[32m202\u001B[0m");
  expect(recordToLine({ ...RECORD, status: 404 }, style)).toContain("\u001B[1;31m404\u001B[0m");
});
