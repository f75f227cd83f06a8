import { expect, test } from "vitest";
import { EVENT_STATUS } from "../generated/event-status.ts";
import type { EventCode } from "./codes/event-codes.ts";
import { createRefusal } from "./resolution.ts";

test("createRefusal() adds the status of the code", () => {
  expect(createRefusal("model_refused", "No such model.")).toStrictEqual({
    code: "model_refused",
    status: 400,
    message: "No such model.",
    issues: [],
  });
  expect(createRefusal("transform_failed", "It failed.").status).toBe(500);
});

test("createRefusal() keeps issues, and a detail for the operator's log", () => {
  const issues = [{ path: "/mode", message: "Wrong." }];
  expect(createRefusal("invalid_payload", "Wrong.", { issues, detail: "d" })).toStrictEqual({
    code: "invalid_payload",
    status: 400,
    message: "Wrong.",
    issues,
    detail: "d",
  });
});

/** The errors of the HTTP contract: each status has a code, and 499 is for the record alone. */
test("EVENT_STATUS has a code for every status of the contract", () => {
  const statuses = new Set(Object.values(EVENT_STATUS));
  const wanted = [400, 401, 403, 404, 405, 408, 409, 411, 413, 415, 422, 429, 500, 503];
  expect([...statuses].filter((status) => status !== 499).toSorted((a, b) => a - b)).toEqual(
    wanted,
  );
});

test.each<[EventCode, number]>([
  ["unauthorized", 401],
  ["payload_too_large", 413],
  ["too_many_failures", 429],
  ["transform_failed", 500],
  ["dispatch_failed", 503],
])("EVENT_STATUS answers %s with %i", (code, status) => {
  expect(EVENT_STATUS[code]).toBe(status);
});
