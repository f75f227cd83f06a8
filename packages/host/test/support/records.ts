// A few fields → a complete record, for tests.
import type { AgentAction } from "@hookwright/core";
import type { RunRecord } from "../../src/model/records.ts";

export function testRun(
  fields: Partial<RunRecord> = {},
  action: Partial<AgentAction> = {},
): RunRecord {
  return {
    ...{ id: "r1", agentId: "main", sessionKey: "hook:ci", source: "hook ci", acceptedAt: 0 },
    ...{ taintedFields: [], state: "running", attempt: 1, interruptions: 0, dueAt: 0 },
    action: {
      ...{ kind: "agent", message: "Look.", untrustedText: "", name: "CI", sessionKey: "hook:ci" },
      ...{ wakeMode: "next-heartbeat", deliver: false, channel: "last" },
      parts: [{ kind: "trusted", text: "Look." }],
      ...action,
    },
    ...fields,
  };
}
