import { expect, test } from "vitest";
import { safeCompileHooks } from "../engine.ts";

const TOKEN = "a-long-random-text-of-your-own";

function compile(tokenHeaders: unknown, mappings: unknown = []) {
  return safeCompileHooks({ hooks: { enabled: true, token: TOKEN, tokenHeaders, mappings } });
}

function problemsOf(tokenHeaders: unknown, mappings?: unknown) {
  const result = compile(tokenHeaders, mappings);
  return result.ok ? [] : result.problems;
}

test.each([
  [undefined, ["x-gateway-token", "x-openclaw-token"]],
  [null, ["x-gateway-token", "x-openclaw-token"]],
  [[], []],
  [[" X-Hook-Token ", "x-hook-token"], ["x-hook-token"]],
])("compileTokenHeaders() reads %j as %j", (written, names) => {
  const result = compile(written);
  expect(result.ok && result.hooks.tokenHeaders).toEqual(names);
});

test.each([
  "Authorization",
  "Proxy-Authorization",
  "cookie",
  "Set-Cookie",
  "host",
  "Content-Type",
  "content-md5",
  "X-Forwarded-For",
  "x-forwarded-user",
  "forwarded",
  "x-real-ip",
  "Idempotency-Key",
  "X-OpenClaw-Idempotency-Key",
  "x-hub-signature-256",
  "X-Signature",
  "webhook-signature",
  "webhook-id",
  "stripe-signature",
  "x-slack-request-timestamp",
  "x-custom-hmac",
  "transfer-encoding",
  "user-agent",
  "traceparent",
  "x hook token",
  "x-hook-token:",
  "schlüssel",
])("compileTokenHeaders() refuses %j", (name) => {
  expect(problemsOf(["x-hook-token", name])).toMatchObject([
    { code: "token_header_refused", path: ["hooks", "tokenHeaders", 1], severity: "error" },
  ]);
});

test("compileTokenHeaders() refuses the header in which a mapping's own scheme signs", () => {
  const auth = {
    secret: "0123456789abcdef0123456789abcdef",
    scheme: "hmac",
    signature: { header: "X-Proof" },
    signed: "{body}",
  };
  const mapping = { match: { path: "own" }, messageTemplate: "m", auth };
  expect(problemsOf(["x-proof"], [mapping])).toMatchObject([{ code: "token_header_refused" }]);
});

test("compileTokenHeaders() takes the header in which a mapping shows a token of its own", () => {
  const auth = { header: "X-Own-Token", token: "0123456789abcdef0123456789abcdef" };
  const mapping = { match: { path: "own" }, messageTemplate: "m", auth };
  expect(problemsOf(["x-own-token"], [mapping])).toEqual([]);
});

test("compileTokenHeaders() leaves what is not a list of texts to the schema", () => {
  expect(problemsOf("x-hook-token")).toMatchObject([{ path: ["hooks", "tokenHeaders"] }]);
  expect(problemsOf([5])).toMatchObject([{ path: ["hooks", "tokenHeaders", 0] }]);
  expect(problemsOf([" "])).toMatchObject([{ path: ["hooks", "tokenHeaders", 0] }]);
});
