import { generateKeyPairSync, sign as signBytes } from "node:crypto";
import { expect, test } from "vitest";
import { hmac, NOW, SECONDS, SECRET } from "../../../core/test/auth/requests.ts";
import { defineScheme } from "./define-scheme.ts";
import { handshake } from "./handshake.ts";
import { sign } from "./sign.ts";
import { verify } from "./verify.ts";

const at = { clock: () => NOW };
const BODY = '{"a":1}';

const acme = defineScheme({
  name: "acme",
  signature: { header: "X-Acme-Signature", prefix: "sha256=" },
  signed: "{timestamp}.{body}",
  timestamp: { header: "X-Acme-Time", unit: "s" },
  handshake: { echo: { from: "query.challenge", to: "text" } },
});

const parts = {
  headers: {
    "x-acme-signature": `sha256=${hmac(`${SECONDS}.${BODY}`)}`,
    "x-acme-time": SECONDS,
  },
  body: BODY,
};

test("defineScheme() verifies and signs as it says", async () => {
  const sender = acme({ secret: ["the-new-secret-of-acme", SECRET] });
  const result = await verify(parts, sender, at);
  expect(result).toMatchObject({ ok: true, provider: "acme", secretIndex: 1, timestamp: NOW });
  const late = { clock: () => NOW + 301_000 };
  expect(await verify(parts, sender, late)).toMatchObject({ code: "timestamp_too_old" });
  const patient = acme({ secret: SECRET, toleranceSeconds: 400 });
  expect(await verify(parts, patient, late)).toMatchObject({ ok: true });
  const signed = await sign(acme({ secret: SECRET }), BODY, at);
  expect(signed).toMatchObject({ ok: true, headers: parts.headers });
});

test("defineScheme() answers the handshake that it describes", async () => {
  const request = new Request("https://hooks.example.com/?challenge=abc");
  const answer = await handshake(request, acme({ secret: SECRET }));
  expect(answer).toMatchObject({ status: 200, body: "abc" });
});

test("defineScheme() takes a public key", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const own = defineScheme({ name: "own", scheme: "publicKey", signature: { header: "x-own" } });
  const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
  const signature = signBytes(null, Buffer.from(BODY), privateKey).toString("base64");
  const sent = { headers: { "x-own": signature }, body: BODY };
  expect(await verify(sent, own({ publicKey: pem }))).toMatchObject({ ok: true });
  expect(await verify({ ...sent, body: "" }, own({ publicKey: pem }))).toMatchObject({ ok: false });
});

test("defineScheme() signs the URL that the operator names", async () => {
  const own = defineScheme({
    name: "own",
    signature: { header: "x-own" },
    signed: "{url}{body}",
  });
  const publicUrl = "https://hooks.example.com/own";
  const sent = { headers: { "x-own": hmac(publicUrl + BODY) }, body: BODY, url: "/own" };
  expect(await verify(sent, own({ secret: SECRET, publicUrl }))).toMatchObject({ ok: true });
  const other = own({ secret: SECRET, publicUrl: `${publicUrl}/` });
  expect(await verify(sent, other)).toMatchObject({ code: "signature_wrong" });
});

test("defineScheme() reports a token without a place", async () => {
  const own = defineScheme({ name: "own", scheme: "token", token: { prefix: "Bearer " } });
  const result = await verify({ headers: {}, body: BODY }, own({ token: SECRET }));
  expect(result).toMatchObject({ ok: false, code: "sender_invalid" });
});

test("defineScheme() takes a token", async () => {
  const own = defineScheme({ name: "own", scheme: "token", token: { json: "meta.token" } });
  const sender = own({ token: SECRET });
  const signed = await sign(sender, "{}");
  if (!signed.ok) throw new Error(signed.message);
  expect(await verify(signed, sender)).toMatchObject({ ok: true });
  expect(await verify({ headers: {}, body: "{}" }, sender)).toMatchObject({
    code: "token_missing",
  });
});

test.each([
  ["no header", { signed: "{body}" }],
  ["an unknown part", { signature: { header: "x-own" }, signed: "{nothing}" }],
  ["a body that is not signed", { signature: { header: "x-own" }, signed: "{method}" }],
  [
    "a time that is not signed",
    { signature: { header: "x-own" }, timestamp: { header: "x-time", unit: "s" as const } },
  ],
])("defineScheme() reports %s with every check, and accepts nothing", async (_, definition) => {
  const sender = defineScheme({ name: "own", ...definition })({ secret: SECRET });
  const sent = { headers: { "x-own": hmac(BODY) }, body: BODY };
  const result = await verify(sent, sender);
  expect(result).toMatchObject({ ok: false, code: "sender_invalid", status: 500 });
  expect(!result.ok && result.problems?.[0]?.hint).toBeDefined();
});
