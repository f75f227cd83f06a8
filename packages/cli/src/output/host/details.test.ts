import type { RunRecord } from "@hookwright/host";
import { expect, test } from "vitest";
import { runToText, turnsToText } from "./details.ts";

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

test("OPS-2 runToText() marks what came from outside, and makes controls visible", () => {
  const text = runToText(RUN);
  expect(text).toContain("Build   (from outside)");
  expect(text).toContain('from outside (webhook "ci"):');
  expect(text).toContain("  │ red\n  │ blue");
  expect(text).toMatch(/deliver {5}no/);
  expect(text).not.toContain("\u001b");
});

test("OPS-2 turnsToText() says why a turn has no answer", () => {
  const turn = { at: 0, heading: "", parts: [], tainted: false, turnId: "t1", noAnswer: "timeout" };
  expect(turnsToText([turn])).toContain("no answer   timeout");
});
