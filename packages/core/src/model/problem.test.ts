import { expect, test } from "vitest";
import { EVENT_CODES } from "../../codes/requests.mjs";
import { readConfigCodes } from "../../tools/generate/read-codes.mjs";
import { EVENT_STATUS, type EventCode } from "../generated/codes.ts";
import { createProblem, HooksConfigError } from "./problem.ts";
import { createRefusal } from "./resolution.ts";

test("createProblem() makes an error without absent extras", () => {
  expect(createProblem("wrong_type", ["hooks"], "Wrong.")).toStrictEqual({
    code: "wrong_type",
    severity: "error",
    path: ["hooks"],
    message: "Wrong.",
  });
});

const missing = createProblem("token_missing", ["hooks", "token"], "There is no token.", {
  hint: "Write one.",
});
const short = createProblem("token_short", ["hooks", "token"], "The token is short.", {
  severity: "warning",
});
const unknown = createProblem("unknown_key", ["hooks", "mappings", 0, "x"], '"x" is not known.');

test("HooksConfigError lists every error in its message, one per line, and no warning", () => {
  const error = new HooksConfigError([missing, short, unknown]);
  expect(error).toBeInstanceOf(Error);
  expect(error.name).toBe("HooksConfigError");
  expect(error.message).toBe(
    'hooks.token: There is no token. Write one.\nhooks.mappings[0].x: "x" is not known.',
  );
});

test("HooksConfigError keeps every problem as data, warnings too", () => {
  const problems = [missing, short, unknown];
  expect(new HooksConfigError(problems).problems).toBe(problems);
});

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
  ["too_many_failures", 429],
])("EVENT_STATUS answers %s with %i", (code, status) => {
  expect(EVENT_STATUS[code]).toBe(status);
});

test("each code has its meaning in one sentence", async () => {
  const rows = [...Object.values(EVENT_CODES), ...(await readConfigCodes()).values()];
  const meanings = rows.map(({ meaning }) => meaning);
  for (const meaning of meanings) expect(meaning).toMatch(/^[A-Z][^.]*(?:\.\w[^.]*)*\.$/);
});

test("EVENT_CODES has the status of the refusals of each code", () => {
  const statuses = Object.entries(EVENT_CODES).map(([code, { status }]) => [code, status]);
  expect(Object.fromEntries(statuses)).toEqual(EVENT_STATUS);
});
