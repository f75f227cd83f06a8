import type { RequestRecord } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { createEmptyTextWarning } from "../commands/serve-hooks.ts";

const RECORD: RequestRecord = {
  receivedAt: 0,
  requestId: "request-1",
  durationMs: 1,
  route: "other",
  answerBytes: 2,
  method: "POST",
  name: "ci",
  status: 202,
};

test("createEmptyTextWarning() warns once of each mapping whose expressions were all empty", () => {
  const warnings: string[] = [];
  const observe = createEmptyTextWarning((message) => warnings.push(message));
  observe({ ...RECORD, mappingId: "a" });
  observe({ ...RECORD, emptyExpressions: 1 });
  observe({ ...RECORD, mappingId: "a", emptyExpressions: 2 });
  observe({ ...RECORD, mappingId: "a", emptyExpressions: 2 });
  observe({ ...RECORD, mappingId: "b", emptyExpressions: 1 });
  expect(warnings.map((warning) => /mapping "(\w)"/.exec(warning)?.[1])).toEqual(["a", "b"]);
});
