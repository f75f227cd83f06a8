import type { LiveRecord } from "@hookwright/host/api";
import { expect, test } from "vitest";
import { liveRow } from "./live-rows.ts";

const RECORD: LiveRecord = {
  requestId: "r",
  receivedAt: 0,
  durationMs: 1,
  method: "POST",
  name: "github",
  route: "github",
  status: 202,
  answerBytes: 2,
};

test.each<[string, Partial<LiveRecord>, Partial<ReturnType<typeof liveRow>>]>([
  [
    "an action",
    { outcome: "action", action: "agent", mappingId: "push" },
    { outcome: "agent", mapping: "→ push", isGood: true },
  ],
  [
    "several mappings",
    { outcome: "batch", mappingId: "tell", mappingIds: ["tell", "push"] },
    { outcome: "batch", mapping: "→ tell, push", isGood: true },
  ],
  [
    "what was skipped",
    { outcome: "skipped", mappingId: "bots" },
    { outcome: "skipped", mapping: "→ bots" },
  ],
  [
    "no mapping, with the nearest one",
    {
      outcome: "unmatched",
      status: 200,
      code: "no_mapping",
      nearest: { mappingId: "push", clause: "match.when" },
    },
    { outcome: "no mapping", mapping: "nearest: push, match.when", isGood: false },
  ],
  [
    "a wrong signature",
    { status: 401, code: "unauthorized", auth: "signature_wrong" },
    { outcome: "unauthorized: signature_wrong", isGood: false },
  ],
  [
    "another refusal",
    { status: 413, code: "body_too_large" },
    { outcome: "body_too_large", mapping: "" },
  ],
  ["a repeat", { dedupe: "replayed" }, { outcome: "repeat" }],
  ["a handshake", { handshake: "slack" as never }, { outcome: "handshake" }],
  ["nothing to do", {}, { outcome: "nothing to do" }],
  ["hidden characters of a name", { name: "a\u202eb" }, { hook: "a\\u202eb" }],
  ["no name", { name: "" }, { hook: "/" }],
  ["what the operator sent", { sentBy: "operator" }, { isOwn: true }],
])("liveRow() has words for %s", (_, change, expected) => {
  expect(liveRow({ id: "1", record: { ...RECORD, ...change } })).toMatchObject(expected);
});
