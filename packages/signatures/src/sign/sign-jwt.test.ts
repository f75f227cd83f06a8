import { expect, test } from "vitest";
import { safeCompileHooks } from "../../../core/src/engine.ts";
import type { JwtScheme } from "../model.ts";
import { PROVIDERS } from "../providers/index.ts";
import type { SignOptions } from "../sign-request.ts";
import { signRequest } from "../sign-request.ts";
import { createWebCrypto } from "../web-crypto.ts";

const SENT_AT = 1_700_000_000_123;
const SECRET = "a-secret-of-more-than-32-characters";
const URL = "https://hooks.example.com/hooks/x";

const options = (rest: Partial<SignOptions> = {}): SignOptions => ({
  crypto: createWebCrypto(globalThis.crypto.subtle),
  key: SECRET,
  body: '{"a":1}',
  sentAt: SENT_AT,
  publicUrl: URL,
  ...rest,
});

const schemeOf = (id: string) => PROVIDERS.find((one) => one.id === id)?.jwt as JwtScheme;

async function sign(scheme: JwtScheme, rest: Partial<SignOptions> = {}) {
  const result = await signRequest(scheme, options(rest));
  if (!result.ok) throw new Error(result.message);
  return result;
}

async function claimsOf(scheme: JwtScheme, rest: Partial<SignOptions> = {}) {
  const { headers } = await sign(scheme, rest);
  const [, claims = ""] = (headers[scheme.header] as string).split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString()) as object;
}

function checkOf(id: string) {
  const auth = { provider: id, secret: SECRET };
  const mappings = [{ match: { path: "x" }, messageTemplate: "x", auth }];
  const token = "f3b1a3c5d7e9f1a3c5d7e9f1a3c5d7e9";
  const result = safeCompileHooks({ hooks: { enabled: true, token, mappings } });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.hooks.endpoint("x")?.auth?.check;
}

test.each(["netlify", "vonage", "monday", "jira-connect"])(
  "signRequest() makes a token of %s that its check accepts, for this secret alone",
  async (id) => {
    const query = "b=2&a=%C3%A9";
    for (const [key, ok] of [
      [SECRET, true],
      ["another-secret-of-more-than-32-characters", false],
    ] as const) {
      const signed = await sign(schemeOf(id), { key, query });
      const request = { ...signed, target: `/hooks/x?${signed.query}`, receivedAt: SENT_AT };
      expect(await checkOf(id)?.(request)).toMatchObject({ ok });
    }
  },
);

test("signRequest() puts issuer, audience, time and hash into a token, and the claims that it gets", async () => {
  const bodyHash = "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862";
  expect(await claimsOf(schemeOf("netlify"))).toEqual({ iss: "netlify", sha256: bodyHash });
  expect(await claimsOf(schemeOf("vonage"), { claims: { jti: "1" } })).toEqual({
    iss: "Vonage",
    iat: 1_700_000_000,
    jti: "1",
    payload_hash: bodyHash,
  });
  const own = { ...schemeOf("monday"), audiences: ["us"], claims: { role: "hook" } };
  expect(await claimsOf(own)).toEqual({ aud: "us", iat: 1_700_000_000, role: "hook" });
});

test("signRequest() writes the token where its scheme says", async () => {
  const body = Uint8Array.of(123, 125);
  const { method, headers, query, ...rest } = await sign(schemeOf("vonage"), {
    body,
    method: "PUT",
    contentType: "text/plain",
    headers: { "x-a": "1" },
  });
  expect([method, query, rest.body]).toEqual(["PUT", "", body]);
  expect(headers).toEqual({
    "content-type": "text/plain",
    "x-a": "1",
    authorization: expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]{43}$/),
  });
});

test("signRequest() makes a token without the hash of a query that cannot be decoded", async () => {
  expect(Object.keys(await claimsOf(schemeOf("jira-connect")))).toContain("qsh");
  const claims = await claimsOf(schemeOf("jira-connect"), { query: "a=%ff" });
  expect(Object.keys(claims)).toEqual(["iat"]);
});

test.each([
  ["a token of Google", "pubsub", {}, "Nobody but the sender has the private key of its tokens."],
  [
    "a token that covers a URL which is not known",
    "jira-connect",
    { publicUrl: undefined },
    "pass publicUrl",
  ],
  ["a secret without characters", "netlify", { key: "" }, "The secret is not what is expected"],
])("signRequest() makes no request for %s", async (_what, id, rest, message) => {
  const result = await signRequest(schemeOf(id), options(rest as Partial<SignOptions>));
  expect(result).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test("signRequest() signs a token with what signs, in place of a secret", async () => {
  const key = { sign: () => Uint8Array.of(1, 2, 255) };
  const { headers } = await sign(schemeOf("netlify"), { key });
  expect(headers["x-webhook-signature"]).toMatch(/\.AQL_$/);
});
