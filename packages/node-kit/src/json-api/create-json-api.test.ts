// Requests over real sockets → the answers of an API: who is refused, what is read, and what a failure says.
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createJsonApi, createToken, type JsonRoute, STREAMED } from "./create-json-api.ts";

const RULES = {
  name: "text",
  content: "content",
  since: "time",
  limit: "limit",
  all: "boolean",
  ids: "ids",
  more: "object",
  state: ["dead", "done"],
} as const;

const ROUTES: readonly JsonRoute[] = [
  {
    method: "GET",
    path: ["items", ":id"],
    input: RULES,
    answer: async ({ id, input }) => ({ kind: "body", body: { id, input } }),
  },
  {
    method: "POST",
    path: ["items"],
    input: RULES,
    maxBodyBytes: 200,
    answer: async ({ input }) => ({ kind: "body", body: { input } }),
  },
  { method: "GET", path: ["none"], input: {}, answer: async () => undefined },
  {
    method: "GET",
    path: ["stream"],
    input: {},
    answer: async ({ response }) => {
      response.end("streamed");
      return STREAMED;
    },
  },
  { method: "GET", path: ["known"], input: {}, answer: () => Promise.reject(new Error("known")) },
  { method: "GET", path: ["fails"], input: {}, answer: () => Promise.reject(new Error("secret")) },
];

const TOKEN = createToken();
const warnings: string[] = [];

async function ask(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = "",
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const api = createJsonApi({
    token: TOKEN,
    hints: { host: "Name it.", token: "It is printed." },
    host: "127.0.0.1",
    routes: ROUTES,
    refusalOf: ({ message }) =>
      message === "known" ? { status: 409, code: "busy", message: "Later." } : undefined,
    warn: (message) => warnings.push(message),
  });
  const server = createServer(api);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = { authorization: `Bearer ${TOKEN}`, ...headers };
    const made = request({ port, method, path, headers: sent, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () => resolve({ status: response.statusCode, text }));
    });
    made.on("error", reject);
    made.end(body);
  });
}

const json = { "content-type": "application/json" };

test.each([
  ["no token", "GET", "/api/items/1", { authorization: "" }, "", 401, "It is printed."],
  ["another token", "GET", "/api/items/1", { authorization: "Bearer x" }, "", 401, "unauthorized"],
  ["a foreign name", "GET", "/api/items/1", { host: "evil.example" }, "", 421, "Name it."],
  ["a foreign page", "GET", "/api/items/1", { origin: "http://evil.example" }, "", 403, "foreign"],
  ["no origin", "GET", "/api/items/1", { origin: "null" }, "", 403, "foreign_origin"],
  ["another site", "GET", "/api/items/1", { "sec-fetch-site": "cross-site" }, "", 403, "foreign"],
  ["a form", "POST", "/api/items", { "content-type": "text/plain" }, "{}", 415, "not_json"],
  ["another path", "GET", "/api/other", {}, "", 404, "not_found"],
  ["a path outside", "GET", "/other", {}, "", 404, "not_found"],
  ["a path that is not text", "GET", "/api/items/%ff", {}, "", 404, "not_found"],
  ["nothing of this id", "GET", "/api/none", {}, "", 404, "not_found"],
  ["another method", "POST", "/api/items/1", json, "", 405, "wrong_method"],
  ["a failure that is known", "GET", "/api/known", {}, "", 409, "Later."],
  ["an unknown field", "GET", "/api/items/1?other=1", {}, "", 400, "It takes name, content"],
  ["a field where none is", "GET", "/api/none?a=1", {}, "", 400, "It takes no fields."],
  ["a wrong word", "GET", "/api/items/1?state=x", {}, "", 400, "one of dead, done"],
  ["a wrong number", "GET", "/api/items/1?limit=501", {}, "", 400, "from 0 to 500"],
  ["a wrong list", "POST", "/api/items", json, '{"ids":[""]}', 400, "a list of at most"],
  ["a list as the body", "POST", "/api/items", json, "[]", 400, "not a JSON object"],
  ["a broken body", "POST", "/api/items", json, "{", 400, "not a JSON object"],
  ["a long body", "POST", "/api/items", json, `{"name":"${"x".repeat(300)}"}`, 413, "200 bytes"],
])("createJsonApi() refuses %s", async (_, method, path, headers, body, status, words) => {
  const answer = await ask(method, path, headers, body);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(words);
});

test("createJsonApi() answers with what its routes return", async () => {
  const { text } = await ask("GET", "/api/items/a%20b?since=17&limit=2&state=dead&name=x");
  const input = { since: 17, limit: 2, state: "dead", name: "x" };
  expect(JSON.parse(text)).toEqual({ id: "a b", input });
  const sent = { all: true, ids: ["1"], more: { a: 1 }, content: "", limit: 3 };
  const own = { ...json, origin: "http://127.0.0.1" };
  expect((await ask("POST", "/api/items", own, JSON.stringify(sent))).status).toBe(403);
  const posted = await ask("POST", "/api/items", json, JSON.stringify(sent));
  expect(JSON.parse(posted.text)).toEqual({ input: sent });
  expect((await ask("POST", "/api/items", json)).text).toBe('{"input":{}}');
  expect((await ask("GET", "/api/stream")).text).toBe("streamed");
});

test("createJsonApi() says only in its log what failed", async () => {
  const { status, text } = await ask("GET", "/api/fails");
  expect(status).toBe(500);
  expect(text).not.toContain("secret");
  expect(warnings).toEqual(["The API failed: secret"]);
});
