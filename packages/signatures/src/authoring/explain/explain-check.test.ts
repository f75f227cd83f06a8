import type { webcrypto } from "node:crypto";
import { expect, test } from "vitest";
import { compileHooks } from "../../../../core/src/compile-hooks.ts";
import type { AuthRequest, RouteAuth, SignatureScheme } from "../../model.ts";
import { createWebCrypto } from "../../serving/web-crypto.ts";
import { PROVIDERS } from "../../vendors/generated/vendors.ts";
import type { SignOptions } from "../sign-request.ts";
import { signRequest } from "../sign-request.ts";
import { explainCheck } from "./explain-check.ts";
import { explainSignature } from "./explain-signature.ts";

const crypto = createWebCrypto(globalThis.crypto.subtle);
const NOW = 1_700_000_000_000;
const SECRET = "a-secret-of-more-than-16-bytes";
const OLDER = "an-older-secret-of-some-bytes";

function routeAuth(auth: object): RouteAuth {
  const mapping = { match: { path: "x" }, auth, messageTemplate: "m" };
  const token = "a-long-random-text-of-your-own";
  const verifiers = { own: () => true };
  const config = { hooks: { enabled: true, token, mappings: [mapping] } };
  return compileHooks(config, { verifiers }).endpoint("x")?.auth as RouteAuth;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (body: Uint8Array | undefined) => new TextDecoder().decode(body);

async function signed(provider: string, options: Partial<SignOptions> = {}): Promise<AuthRequest> {
  const scheme = PROVIDERS.find(({ id }) => id === provider)?.signatures?.[0];
  if (scheme === undefined) throw new Error(provider);
  const given = { crypto, key: SECRET, body: '{"a":1}', sentAt: NOW, id: "msg_1", ...options };
  const result = await signRequest(scheme, given);
  if (!result.ok) throw new Error(result.message);
  const { method, headers, query, body } = result;
  const target = query === "" ? "/hooks/x" : `/hooks/x?${query}`;
  return { method, headers, body, target, receivedAt: NOW };
}

const GITHUB = { provider: "github", secrets: [SECRET, OLDER] };
const explain = (auth: object, request: AuthRequest) => explainCheck(routeAuth(auth), request);
const guessesOf = async (auth: object, request: AuthRequest) =>
  (await explain(auth, request)).signature?.guesses.map(({ what }) => what);

test("explainCheck() shows each step of a valid signature", async () => {
  const request = await signed("github", { key: OLDER });
  const { signature, ...rest } = await explain(GITHUB, request);
  const header = {
    name: "x-hub-signature-256",
    value: expect.stringMatching(/^sha256=/),
    times: 1,
  };
  expect(rest).toEqual({
    passes: true,
    code: undefined,
    keyIndex: 1,
    handshake: undefined,
    token: undefined,
  });
  expect(signature).toMatchObject({ headers: [header], otherHeaders: [], guesses: [] });
  expect(signature?.candidates).toMatchObject([
    { problem: undefined, fits: ["hex"], matches: [false, true] },
  ]);
  expect(textOf(signature?.signed)).toBe('{"a":1}');
  expect(signature).toMatchObject({ time: undefined, id: undefined });
});

test("explainCheck() shows no secret", async () => {
  const request = await signed("github", { key: "quite-another-secret" });
  const shown = JSON.stringify(await explain(GITHUB, request));
  expect(shown).not.toContain(SECRET);
  expect(JSON.stringify(routeAuth(GITHUB))).not.toContain(SECRET);
});

test("explainCheck() checks the signature and the time stamp separately", async () => {
  const stripe = { provider: "stripe", secret: SECRET };
  const old = { ...(await signed("stripe")), receivedAt: NOW + 3_600_000 };
  expect(await explain(stripe, old)).toMatchObject({
    passes: false,
    code: "timestamp_too_old",
    signature: {
      candidates: [{ matches: [true] }],
      time: {
        text: "1700000000",
        sentAt: NOW,
        ageSeconds: 3600,
        toleranceSeconds: 300,
        unit: "s",
        code: "timestamp_too_old",
      },
    },
  });
  const headers = { "stripe-signature": `t=1.7e9,v1=${"00".repeat(32)}` };
  expect(await explain(stripe, { ...old, headers })).toMatchObject({
    code: "timestamp_malformed",
    signature: { time: { text: "1.7e9", sentAt: undefined, ageSeconds: undefined } },
  });
  const missing = { "stripe-signature": `v1=${"00".repeat(32)}` };
  expect(await explain(stripe, { ...old, headers: missing })).toMatchObject({
    code: "timestamp_missing",
    signature: {
      signed: undefined,
      candidates: [{ problem: undefined, matches: [] }],
      guesses: [],
    },
  });
});

test("explainCheck() reads a time stamp in the body", async () => {
  const linear = { provider: "linear", secret: SECRET };
  const late = { ...(await signed("linear")), receivedAt: NOW + 61_000 };
  expect(await explain(linear, late)).toMatchObject({
    code: "timestamp_too_old",
    signature: { time: { text: "1700000000000", unit: "ms", ageSeconds: 61 } },
  });
});

test("explainCheck() says why a candidate does not match", async () => {
  const base64 = `${"A".repeat(43)}=`;
  const candidatesOf = async (header: string) => {
    const headers = { "x-hub-signature-256": header };
    const request = { ...(await signed("github")), headers };
    return (await explain(GITHUB, request)).signature?.candidates;
  };
  expect(await candidatesOf(`sha256=${base64}`)).toEqual([
    { text: base64, problem: "encoding", fits: ["base64", "base64url"], matches: [] },
  ]);
  expect(await candidatesOf("sha256=00ff")).toEqual([
    { text: "00ff", problem: "length", fits: [], matches: [] },
  ]);
  expect(await candidatesOf("00ff")).toEqual([]);
});

test("explainCheck() names the headers that were looked for, and who sends those that came", async () => {
  const request = await signed("slack");
  const { code, signature } = await explain(GITHUB, request);
  expect(code).toBe("signature_missing");
  expect(signature?.headers).toEqual([{ name: "x-hub-signature-256", value: undefined, times: 0 }]);
  expect(signature?.otherHeaders).toEqual([{ name: "x-slack-signature", providers: ["slack"] }]);
});

test("explainCheck() reports how often a repeated header came", async () => {
  const { headers, ...rest } = await signed("github");
  const one = headers["x-hub-signature-256"] as string;
  const twice = { ...rest, headers: { "x-hub-signature-256": [one, one] } };
  const { code, signature } = await explain(GITHUB, twice);
  expect(code).toBe("signature_repeated");
  expect(signature?.headers).toEqual([
    { name: "x-hub-signature-256", value: `${one}, ${one}`, times: 2 },
  ]);
});

test("explainCheck() shows the id that is signed", async () => {
  const auth = { provider: "standard-webhooks", secret: `whsec_${btoa(SECRET)}` };
  const request = await signed("standard-webhooks", { key: auth.secret, id: "a.b" });
  expect(await explain(auth, request)).toMatchObject({
    code: "id_malformed",
    signature: { id: { text: "a.b", code: "id_malformed" }, candidates: [{ matches: [true] }] },
  });
});

test.each([
  ["without the line feed at its end", '{"a":1}\n', '{"a":1}'],
  ["with a line feed at its end", '{"a":1}', '{"a":1}\n'],
  ["without the white space around it", ' {"a":1}', '{"a":1}'],
  ["with CRLF in place of each LF", "a\nb", "a\r\nb"],
  ["with LF in place of each CRLF", "a\r\nb", "a\nb"],
  ["without its byte order mark", '\ufeff{"a":1}', '{"a":1}'],
  ["written again as compact JSON", '{ "a": 1 }', '{"a":1}'],
  ["written again as JSON with two spaces of indent", '{"a":1}', '{\n  "a": 1\n}'],
  ["written again as JSON with four spaces of indent", '{"a":1}', '{\n    "a": 1\n}'],
  ["written again as Python writes JSON", '{"a":["é",1]}', '{"a": ["\\u00e9", 1]}'],
  ["written again as compact JSON in ASCII", '{"a":"é"}', '{"a":"\\u00e9"}'],
  ["written again as PHP writes JSON", '{"a":"/é"}', '{"a":"\\/\\u00e9"}'],
  ["written again as JSON with a tab of indent", '{"b":1}', '{\n\t"b": 1\n}'],
  ["written again as JSON with a space after each comma and colon", '{"a":"é"}', '{"a": "é"}'],
  ["written again as compact JSON, with its keys in order", '{"b":1,"a":2}', '{"a":2,"b":1}'],
  [
    "written again as Python writes JSON, with its keys in order",
    '{"b":1,"a":2}',
    '{"a": 2, "b": 1}',
  ],
  [
    "written again as Go writes JSON, with its keys in order",
    '{"b":1,"a":"<"}',
    '{"a":"\\u003c","b":1}',
  ],
  [
    "written again as JSON with two spaces of indent, with a line feed at its end",
    "[1]",
    "[\n  1\n]\n",
  ],
  [
    "without the white space between its values",
    '{"b": "é/<x>", "n": 1.0}',
    '{"b":"é/<x>","n":1.0}',
  ],
  ["written again as a form", '{"text":"a b!","c":""}', "text=a+b%21&c="],
  ["with CRLF at its end", '{"a":1}', '{"a":1}\r\n'],
  ["with a byte order mark before it", '{"a":1}', '\ufeff{"a":1}'],
  ["with %20 in place of each +", "text=a+b", "text=a%20b"],
  ["with + in place of each %20", "text=a%20b", "text=a+b"],
  ["read as the text that a JSON string holds", '"{\\"a\\":1}"', '{"a":1}'],
  ["decoded from base64", btoa('{"a":1}'), '{"a":1}'],
  ["without the lengths of its chunks", '4\r\n{"a"\r\n3;x=y\r\n:1}\r\n0\r\n\r\n', '{"a":1}'],
  ["as it was before it was taken for Latin-1 and written as UTF-8", "Ã©", "é"],
  ["written as UTF-8 in place of Latin-1", Uint8Array.of(0xe9), "é"],
])("explainCheck() finds that the signature is right for the body %s", async (what, body, was) => {
  const request = { ...(await signed("github", { body: was })), body: Buffer.from(body) };
  expect(await guessesOf(GITHUB, request)).toEqual([`the body ${what}`]);
});

test.each<[body: string, words?: string, type?: string]>([
  ['{"a":[1]}', "JSON.stringify writes JSON"],
  ['{\n  "b": 1\n}', "pretty-printed, with two spaces"],
  ['{\n    "b": 1\n}', "pretty-printed, with four spaces"],
  ['{\n\t"b": 1\n}', "with a tab of indent"],
  ['{"b": 1, "c": 1}', "written as Python writes JSON"],
  ['{"a":[{}],"b":0,"c":1,"d":{}}', "keys of its objects are in order"],
  ['{"b" :1}\n', "a line feed ends it"],
  ['\ufeff{"b" :1}', "begins with a byte order mark"],
  ['{"b" :"\ufffd"}', "U+FFFD"],
  ['"a"', "a text in quotation marks"],
  ['{"b":1', "it was cut off", "application/json"],
  ["b=1", "it is not JSON, which Content-Type names", "application/json; charset=utf-8"],
  ['{"b" :1}', "Content-Type names a form", "application/x-www-form-urlencoded"],
  ["b=1"],
  ['{"b" :1}'],
])(
  "explainCheck() describes the body %j, whose signature is wrong: %s",
  async (body, words, type) => {
    const request = await signed("github", { key: "another-secret-of-16-bytes", body });
    const headers = { ...request.headers, "content-type": type ?? "text/plain" };
    const { signature } = await explain(GITHUB, { ...request, headers });
    expect(signature?.guesses).toEqual([]);
    if (words === undefined) expect(signature?.looks).toEqual([]);
    else expect(signature?.looks.join()).toContain(words);
  },
);

test("explainCheck() names the change with which a body has the length of Content-Length", async () => {
  const request = await signed("github", { key: "another-secret-of-16-bytes", body: '{ "a": 1 }' });
  const headers = { ...request.headers, "content-length": "7" };
  const { signature } = await explain(GITHUB, { ...request, headers });
  expect(signature?.looks[0]).toBe(
    "the body written again as compact JSON would have the 7 bytes of Content-Length",
  );
});

test("explainCheck() accepts a token beside a handshake", async () => {
  const request = { ...(await signed("github")), target: `/hooks/x?key=${SECRET}` };
  const explained = await explain({ provider: "monday", token: SECRET }, request);
  expect(explained).toMatchObject({ passes: true, keyIndex: 0, handshake: undefined });
});

test("explainCheck() guesses nothing about a body that is not text", async () => {
  const request = { ...(await signed("github")), body: Uint8Array.of(255) };
  expect(await guessesOf(GITHUB, request)).toEqual([]);
});

const BASE64 = btoa(SECRET);
const HEX = "00112233445566778899aabbccddeeff";

test.each([
  ["read as base64", `whsec_${BASE64}`, SECRET, "stripe"],
  ["read as base64url", BASE64.replace(/=+$/, "").concat("--__"), undefined, "stripe"],
  ["read as text, without whsec_", `whsec_${BASE64}`, BASE64, "stripe"],
  ["read as text, as it is", `whsec_${BASE64}`, `whsec_${BASE64}`, "standard-webhooks"],
  ["read as hexadecimal", HEX, undefined, "github"],
  ["with a line feed after it", SECRET, `${SECRET}\n`, "github"],
  ["with a space after it", SECRET, `${SECRET} `, "github"],
  ["with a blank before it", SECRET, ` ${SECRET}`, "github"],
])(
  "explainCheck() finds that the signature is right for a secret %s",
  async (what, written, signs, provider) => {
    const sender = await senderOf(what, { written, signs });
    const request = await signed(provider, { key: sender, body: "{}" });
    const guesses = await guessesOf({ provider, secret: written }, request);
    expect(guesses).toEqual([`secret 1 ${what}`]);
  },
);

/** What signs with exactly these bytes: a vendor does not cut white space off. */
async function senderOf(
  what: string,
  { written, signs }: { readonly written: string; readonly signs: string | undefined },
) {
  if (signs !== undefined) return crypto.hmacKey("sha256", bytes(signs));
  const base64 = written.replaceAll("-", "+").replaceAll("_", "/");
  const isHex = what.endsWith("hexadecimal");
  return crypto.hmacKey("sha256", Buffer.from(isHex ? written : base64, isHex ? "hex" : "base64"));
}

const SQUARE = { provider: "square", secret: SECRET, publicUrl: "https://a.example/hooks/x" };

test.each([
  ["https://a.example/hooks/x/"],
  ["http://a.example/hooks/x"],
  ["https://a.example:443/hooks/x"],
  ["http://a.example:80/hooks/x/"],
  ["https://b.example/hooks/x"],
  ["https://c.example/hooks/x"],
  ["http://c.example:8080/hooks/x"],
])("explainCheck() finds that the signature is right for the URL %s", async (publicUrl) => {
  const request = await signed("square", { publicUrl });
  const headers = { ...request.headers, host: "b.example", "x-forwarded-host": hostOf(publicUrl) };
  expect(await guessesOf(SQUARE, { ...request, headers })).toEqual([`the URL ${publicUrl}`]);
});

const hostOf = (url: string) => (url.includes(":8080") ? "c.example:8080" : "c.example");

test("explainCheck() finds that the signature is right for the URL without its port", async () => {
  const auth = { ...SQUARE, publicUrl: "https://a.example:8443/x?y=1" };
  const request = await signed("square", { publicUrl: "https://a.example/x?y=1" });
  expect(await guessesOf(auth, request)).toEqual(["the URL https://a.example/x?y=1"]);
});

test("explainCheck() finds that the signature is right for https in place of http", async () => {
  const auth = { ...SQUARE, publicUrl: "http://a.example/hooks/x" };
  const request = await signed("square", { publicUrl: SQUARE.publicUrl });
  expect(await guessesOf(auth, request)).toEqual(["the URL https://a.example/hooks/x"]);
});

test("explainSignature() compares nothing if no secret has the form of a key", async () => {
  const [scheme] = PROVIDERS.find(({ id }) => id === "airtable")?.signatures ?? [];
  const secrets = () => ["no base64!"];
  const inputs = { kind: "signature", schemes: [scheme as SignatureScheme], crypto } as const;
  const request = await signed("airtable", { key: BASE64 });
  const trace = await explainSignature({ ...inputs, publicUrl: undefined, secrets }, request);
  expect(trace.candidates).toMatchObject([{ problem: undefined, matches: [] }]);
});

test("explainCheck() accepts any length of a DER signature", async () => {
  const pair = (await globalThis.crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign"],
  )) as webcrypto.CryptoKeyPair;
  const spki = await globalThis.crypto.subtle.exportKey("spki", pair.publicKey);
  const publicKey = Buffer.from(spki).toString("base64");
  const headers = {
    "x-twilio-email-event-webhook-signature": btoa("no signature"),
    "x-twilio-email-event-webhook-timestamp": String(NOW / 1000),
  };
  const request = { ...(await signed("github")), headers };
  const auth = { provider: "sendgrid", publicKey };
  expect(await explain(auth, request)).toMatchObject({
    code: "signature_wrong",
    signature: { candidates: [{ problem: undefined, matches: [false] }] },
  });
});

test("explainCheck() finds that the query was not signed", async () => {
  const request = await signed("square", { publicUrl: SQUARE.publicUrl });
  const target = "/hooks/x?utm=1";
  expect(await guessesOf(SQUARE, { ...request, target })).toEqual([
    "the URL https://a.example/hooks/x without the query of the request",
  ]);
});

test("explainCheck() tries no other order of a query with many pairs", async () => {
  const publicUrl = `${SQUARE.publicUrl}?f=6&a=1&b=2&c=3&d=4&e=5`;
  const request = await signed("square", { publicUrl });
  const target = "/hooks/x?a=1&b=2&c=3&d=4&e=5&f=6";
  expect(await guessesOf(SQUARE, { ...request, target })).toEqual([]);
});

test("explainCheck() guesses where the hash of the body is wrong", async () => {
  const twilio = { ...SQUARE, provider: "twilio" };
  const request = await signed("twilio", { publicUrl: SQUARE.publicUrl });
  const spaced = { ...request, body: bytes('{ "a": 1 }') };
  expect(await explain(twilio, spaced)).toMatchObject({
    code: "body_hash_wrong",
    signature: {
      candidates: [{ matches: [true] }],
      guesses: [{ of: "body", what: "the body written again as compact JSON" }],
    },
  });
});

test("explainCheck() verifies under a public key", async () => {
  const pair = (await globalThis.crypto.subtle.generateKey("Ed25519", true, [
    "sign",
  ])) as webcrypto.CryptoKeyPair;
  const raw = await globalThis.crypto.subtle.exportKey("raw", pair.publicKey);
  const publicKey = Buffer.from(raw).toString("hex");
  const signing = {
    sign: async (parts: readonly (string | Uint8Array)[]) => {
      const whole = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
      return new Uint8Array(await globalThis.crypto.subtle.sign("Ed25519", pair.privateKey, whole));
    },
  };
  const request = await signed("discord", { key: signing, body: '{"type":9}' });
  const auth = { provider: "discord", publicKey };
  expect(await explain(auth, request)).toMatchObject({
    passes: true,
    signature: { candidates: [{ matches: [true] }] },
  });
  const changed = { ...request, body: bytes('{"type":9}\n') };
  expect(await explain(auth, changed)).toMatchObject({
    passes: false,
    signature: { guesses: [{ what: "the body without the line feed at its end" }] },
  });
});

test("explainCheck() answers handshakes as the server does", async () => {
  const slack = { provider: "slack", secret: SECRET };
  const question = JSON.stringify({ type: "url_verification", challenge: "abc" });
  expect(await explain(slack, await signed("slack", { body: question }))).toMatchObject({
    passes: true,
    handshake: "slack",
    keyIndex: undefined,
  });
  const forged = await signed("slack", { body: question, key: "another-secret-of-theirs" });
  expect(await explain(slack, forged)).toMatchObject({ passes: false, handshake: undefined });
  const okta = { provider: "okta", token: SECRET };
  const get = { method: "GET", target: "/hooks/x", body: bytes(""), receivedAt: NOW };
  const asking = { ...get, headers: { "x-okta-verification-challenge": "abc" } };
  expect(await explain(okta, asking)).toMatchObject({ passes: true, handshake: "okta" });
  expect(await explain(okta, { ...get, headers: {} })).toMatchObject({
    passes: false,
    code: "handshake_wrong",
  });
  expect(await explain(GITHUB, { ...get, headers: {} })).toMatchObject({
    passes: false,
    code: "handshake_wrong",
  });
});

test("explainCheck() refuses a body that the handshake would sign for anyone", async () => {
  const request = await signed("x", { body: "abc" });
  expect(await explain({ provider: "x", secret: SECRET }, request)).toMatchObject({
    passes: false,
    code: "signature_wrong",
    signature: { candidates: [{ matches: [true] }] },
  });
});

test("explainCheck() only calls a verifier of the integrator", async () => {
  const request = await signed("github");
  expect(await explain({ verify: "own" }, request)).toEqual({
    passes: true,
    code: undefined,
    keyIndex: 0,
    handshake: undefined,
    signature: undefined,
    token: undefined,
  });
});

test.each([
  ["equal", SECRET],
  ["white-space", `${SECRET}\u00a0`],
  ["case", SECRET.toUpperCase()],
  ["has-prefix", `Token ${SECRET}`],
  ["lacks-prefix", SECRET.slice(2)],
  ["longer", "x".repeat(SECRET.length + 1)],
  ["shorter", "x"],
  ["differs", "x".repeat(SECRET.length)],
])("explainCheck() compares a token: %s", async (comparison, sent) => {
  const auth = { token: SECRET, query: "key" };
  const target = `/hooks/x?key=${encodeURIComponent(sent)}`;
  const request = { ...(await signed("github")), target };
  const { passes, code, token } = await explain(auth, request);
  expect(token).toEqual({ place: { query: "key" }, comparisons: [[comparison]] });
  expect(passes).toBe(comparison === "equal");
  expect(code).toBe(comparison === "equal" ? undefined : "token_wrong");
});

test("explainCheck() compares the token of each element of a batch", async () => {
  const auth = { provider: "microsoft-graph", token: SECRET };
  const body = bytes(JSON.stringify({ value: [{ clientState: SECRET }, {}] }));
  const { token } = await explain(auth, { ...(await signed("github")), body });
  expect(token?.comparisons).toEqual([["equal"], ["shorter"]]);
});
