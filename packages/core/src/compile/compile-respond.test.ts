import { expect, test } from "vitest";
import { compile, problemsOfAll } from "../../test/auth/configs.ts";
import { safeCompileHooks } from "../engine.ts";

const answering = (respond: unknown) => ({
  id: "own",
  match: { path: "x" },
  messageTemplate: "x",
  respond,
});

const answerOf = (respond: unknown) => compile([answering(respond)]).mapping("own")?.answer;

test("compileRespond() makes a text an answer of plain text with the status 200", () => {
  expect(answerOf({ text: "OK" })).toEqual({
    status: 200,
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: "OK",
  });
  expect(answerOf({ text: "" })).toMatchObject({ body: "" });
});

test.each([[{ ok: 1 }], [[1]], [null], [0], ["x"]])(
  "compileRespond() makes the JSON value %j an answer of JSON",
  (json) => {
    expect(answerOf({ status: 202, json })).toEqual({
      status: 202,
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify(json),
    });
  },
);

test("compileRespond() takes a type and a status, and a status without a body", () => {
  expect(answerOf({ text: "<Response/>", type: " text/xml; charset=utf-8 " })).toMatchObject({
    headers: { "content-type": "text/xml; charset=utf-8" },
  });
  expect(answerOf({ status: 204 })).toEqual({ status: 204, headers: {}, body: "" });
  expect(compile([answering(undefined)]).mapping("own")?.answer).toBeUndefined();
  expect(compile([answering({ text: "" })]).mapping("other")?.answer).toBeUndefined();
});

test("compileRespond() adds headers, also to an answer that has nothing else", () => {
  expect(answerOf({ headers: { "X-Vercel-Verify": " abc " } })).toEqual({
    status: 200,
    headers: { "content-type": "text/plain; charset=utf-8", "x-vercel-verify": "abc" },
    body: "",
  });
  expect(answerOf({ status: 204, headers: { "x-a": "" } })?.headers).toEqual({ "x-a": "" });
});

test.each([
  [{}, "respond_invalid respond"],
  [{ status: 202 }, "respond_invalid respond"],
  [{ text: "a", json: {} }, "respond_invalid respond.json"],
  [{ status: 204, text: "" }, "respond_invalid respond.status"],
  [{ status: 205, json: 1 }, "respond_invalid respond.status"],
  [{ status: 204, type: "text/plain" }, "respond_invalid respond.status"],
  [{ text: "a", type: "plain" }, "respond_invalid respond.type"],
  [{ text: "a", type: "text/plain\r\nx-evil: 1" }, "respond_invalid respond.type"],
  [{ text: "a", type: "text/plain; charset" }, "respond_invalid respond.type"],
  [{ text: "a", status: 302 }, "invalid_value respond.status"],
  [{ text: "a", status: 199 }, "invalid_value respond.status"],
  [
    { text: "a", headers: { "Content-Length": "1" } },
    "respond_invalid respond.headers.Content-Length",
  ],
  [{ text: "a", headers: { "set-cookie": "a=b" } }, "respond_invalid respond.headers.set-cookie"],
  [
    { text: "a", headers: { "Transfer-Encoding": "chunked" } },
    "respond_invalid respond.headers.Transfer-Encoding",
  ],
  [{ text: "a", headers: { connection: "close" } }, "respond_invalid respond.headers.connection"],
  [
    { text: "a", headers: { "access-control-allow-origin": "*" } },
    "respond_invalid respond.headers.access-control-allow-origin",
  ],
  [
    { text: "a", headers: { "content-type": "a/b" } },
    "respond_invalid respond.headers.content-type",
  ],
  [{ text: "a", headers: { "x-a": "b\r\nx-evil: 1" } }, "respond_invalid respond.headers.x-a"],
  [{ text: "a", headers: { "x a": "b" } }, "respond_invalid respond.headers.x a"],
  [{ text: "a", headers: { "x-a": "é" } }, "respond_invalid respond.headers.x-a"],
  [{ text: "a", headers: { "x-a": "b", "X-A": "c" } }, "respond_invalid respond.headers.X-A"],
  [{ text: "a", headers: { "x-a": 1 } }, "wrong_type respond.headers.x-a"],
  [{ text: 1 }, "wrong_type respond.text"],
  [{ txt: "a" }, "unknown_key respond.txt"],
])("compileRespond() reports %j once", (respond, expected) => {
  const problems = problemsOfAll([answering(respond)]);
  expect(problems.map(({ code, path }) => `${code} ${path.slice(3).join(".")}`)).toEqual([
    expected,
  ]);
});

test("compileRespond() reports all that is wrong at once", () => {
  const headers = { "set-cookie": "a=b", "x-a": "b\r\nc", "x-ok": "ok", connection: "close" };
  const problems = problemsOfAll([answering({ text: "a", json: 1, headers })]);
  expect(problems.map(({ path }) => path.slice(4).join("."))).toEqual([
    "json",
    "headers.set-cookie",
    "headers.x-a",
    "headers.connection",
  ]);
});

test("compileRouteStatuses() has a default for each route, and takes any status with a body", () => {
  const statusesOf = (respond: unknown) => {
    const result = safeCompileHooks({ hooks: { respond } });
    return result.ok ? result.hooks.routeStatuses : result.problems;
  };
  expect(statusesOf(undefined)).toEqual({ agent: 202, wake: 200 });
  expect(statusesOf({ agent: { status: 200 }, wake: {} })).toEqual({ agent: 200, wake: 200 });
  expect(statusesOf({ wake: { status: 299 } })).toEqual({ agent: 202, wake: 299 });
  for (const status of [204, 205]) {
    const path = ["hooks", "respond", "wake", "status"];
    expect(statusesOf({ wake: { status } })).toMatchObject([{ code: "respond_invalid", path }]);
  }
  for (const status of [199, 300, 200.5, "200"]) {
    const path = ["hooks", "respond", "agent", "status"];
    expect(statusesOf({ agent: { status } })).toMatchObject([{ path }]);
  }
});
