import { expect, test } from "vitest";
import { createRefusal } from "../base/resolution.ts";
import { answerAgent, answerRefusal, answerWake, NOTHING_TO_DO, replaceAnswer } from "./answer.ts";

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8" };

test("answerWake() says the mode, to the byte", () => {
  expect(answerWake("now", [])).toEqual({
    status: 200,
    headers: JSON_HEADERS,
    body: '{"ok":true,"mode":"now"}',
  });
  expect(answerWake("next-heartbeat", []).body).toBe('{"ok":true,"mode":"next-heartbeat"}');
  expect(answerWake("now", ["a"]).body).toBe('{"ok":true,"mode":"now","warnings":["a"]}');
});

test("answerAgent() says the run, to the byte", () => {
  expect(answerAgent("r1", [])).toEqual({
    status: 202,
    headers: JSON_HEADERS,
    body: '{"ok":true,"runId":"r1"}',
  });
  expect(answerAgent("r1", ["a"]).body).toBe('{"ok":true,"runId":"r1","warnings":["a"]}');
});

test("NOTHING_TO_DO has no body and no content type", () => {
  expect(NOTHING_TO_DO).toEqual({ status: 204, headers: {}, body: "" });
});

test("answerRefusal() has the one shape of errors, to the byte", () => {
  const refusal = createRefusal("invalid_payload", "Wrong.", {
    issues: [{ path: "/mode", message: "Wrong." }],
    detail: "for the operator",
  });
  expect(answerRefusal(refusal)).toEqual({
    status: 400,
    headers: JSON_HEADERS,
    body: '{"ok":false,"error":"Wrong.","code":"invalid_payload","issues":[{"path":"/mode","message":"Wrong."}]}',
  });
});

test("answerRefusal() says with every 503 when to send again", () => {
  const overloaded = createRefusal("transform_overloaded", "Later.");
  expect(answerRefusal(overloaded).headers).toEqual({ ...JSON_HEADERS, "retry-after": "5" });
  const given = answerRefusal(overloaded, { "retry-after": "60" });
  expect(given.headers).toEqual({ ...JSON_HEADERS, "retry-after": "60" });
});

test("answerRefusal() leaves issues out where there are none, and adds headers", () => {
  expect(answerRefusal(createRefusal("not_found", "None."), { allow: "POST" })).toEqual({
    status: 404,
    headers: { ...JSON_HEADERS, allow: "POST" },
    body: '{"ok":false,"error":"None.","code":"not_found"}',
  });
});

test("replaceAnswer() gives the mapping's own answer, and keeps what stands in other headers", () => {
  const answer = { status: 202, headers: { "content-type": "x", repeated: "true" }, body: "{}" };
  const own = { status: 200, headers: { "content-type": "text/plain" }, body: "ok" };
  expect(replaceAnswer(answer, undefined)).toBe(answer);
  expect(replaceAnswer(answer, own)).toEqual({
    ...own,
    headers: { "content-type": "text/plain", repeated: "true" },
  });
  expect(replaceAnswer(answer, { status: 204, headers: {}, body: "" })).toEqual({
    status: 204,
    headers: { repeated: "true" },
    body: "",
  });
});
