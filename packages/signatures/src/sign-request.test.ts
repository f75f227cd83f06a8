import { expect, test } from "vitest";
import type { SignatureScheme, SigningKey } from "./model.ts";
import { PROVIDERS } from "./providers/index.ts";
import type { SignedRequest, SignOptions } from "./sign-request.ts";
import { signRequest } from "./sign-request.ts";
import { createWebCrypto } from "./web-crypto.ts";

const SENT_AT = 1_700_000_000_123;
const BODY = '{"a":1}';

/** Signs with three bytes, whatever the parts are, and tells what they were. */
function spy(): SigningKey & { readonly signed: (string | Uint8Array)[] } {
  const signed: (string | Uint8Array)[] = [];
  return {
    signed,
    sign: (parts) => {
      signed.push(...parts);
      return Uint8Array.of(1, 2, 255);
    },
  };
}

const options = (rest: Partial<SignOptions> = {}): SignOptions => ({
  crypto: createWebCrypto(globalThis.crypto.subtle),
  key: spy(),
  body: BODY,
  sentAt: SENT_AT,
  ...rest,
});

function schemeOf(id: string, index = 0): SignatureScheme {
  return PROVIDERS.find((provider) => provider.id === id)?.signatures?.[index] as SignatureScheme;
}

async function sign(
  scheme: SignatureScheme,
  rest: Partial<SignOptions> = {},
): Promise<SignedRequest> {
  const result = await signRequest(scheme, options(rest));
  if (!result.ok) throw new Error(result.message);
  return result;
}

const textOf = (body: Uint8Array) => new TextDecoder().decode(body);

test("signRequest() makes the signature that GitHub publishes for its example", async () => {
  const key = "It's a Secret to Everybody";
  const { method, headers, query, body } = await sign(schemeOf("github"), {
    key,
    body: "Hello, World!",
    contentType: "text/plain",
  });
  expect({ method, headers, query, body: textOf(body) }).toEqual({
    method: "POST",
    headers: {
      "content-type": "text/plain",
      "x-hub-signature-256":
        "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    },
    query: "",
    body: "Hello, World!",
  });
});

test.each([
  ["pairs", "stripe", { "stripe-signature": "t=1700000000,v1=0102ff" }],
  ["pairs of another separator", "paddle", { "paddle-signature": "ts=1700000000;h1=0102ff" }],
  ["a time in milliseconds", "workos", { "workos-signature": "t=1700000000123,v1=0102ff" }],
  [
    "a time stamp in a header",
    "slack",
    { "x-slack-signature": "v0=0102ff", "x-slack-request-timestamp": "1700000000" },
  ],
  [
    "an ISO time",
    "zendesk",
    {
      "x-zendesk-webhook-signature": "AQL/",
      "x-zendesk-webhook-signature-timestamp": "2023-11-14T22:13:20.123Z",
    },
  ],
  ["the first of numbered headers", "docusign", { "x-docusign-signature-1": "AQL/" }],
  ["the first of several headers", "shopify", { "x-shopify-hmac-sha256": "AQL/" }],
  ["a list", "pagerduty", { "x-pagerduty-signature": "v1=0102ff" }],
])("signRequest() writes %s", async (_, id, headers) => {
  const signed = await sign(schemeOf(id));
  expect(signed.headers).toEqual({ "content-type": "application/json", ...headers });
});

test("signRequest() writes pairs without a time stamp", async () => {
  const scheme = schemeOf("stripe");
  const { timestamp: _, ...rest } = scheme;
  const signed = await sign({ ...rest, signed: "{body}" });
  expect(signed.headers["stripe-signature"]).toBe("v1=0102ff");
});

test("signRequest() writes the tag, the id and the time stamp of Standard Webhooks", async () => {
  const key = spy();
  const { headers } = await sign(schemeOf("standard-webhooks"), { key, id: "msg_1" });
  expect(headers).toEqual({
    "content-type": "application/json",
    "webhook-id": "msg_1",
    "webhook-timestamp": "1700000000",
    "webhook-signature": "v1,AQL/",
  });
  expect(key.signed.slice(0, -1)).toEqual(["msg_1", ".", "1700000000", "."]);
});

test("signRequest() leaves an id header out that no id was passed for", async () => {
  const scheme: SignatureScheme = { ...schemeOf("standard-webhooks"), signed: "{body}" };
  expect(await sign(scheme)).not.toHaveProperty(["headers", "webhook-id"]);
});

test("signRequest() signs the method, the public URL with the query, and the form", async () => {
  const key = spy();
  const url = "https://a.example/in";
  await sign(schemeOf("twilio"), {
    key,
    publicUrl: url,
    query: "x=1",
    body: "b=2&a=1",
    contentType: "application/x-www-form-urlencoded",
  });
  expect(key.signed).toEqual([`${url}?x=1`, "a1b2"]);
  const other = spy();
  await sign(schemeOf("hubspot"), { key: other, publicUrl: url, method: "PUT" });
  expect(other.signed.slice(0, 2)).toEqual(["PUT", url]);
});

test.each([
  ["", "bodySHA256="],
  ["x=1", "x=1&bodySHA256="],
])(
  "signRequest() puts the hash of a body that is no form behind the query %j",
  async (given, start) => {
    const publicUrl = "https://a.example/in";
    const key = spy();
    const { query } = await sign(schemeOf("twilio"), { key, publicUrl, query: given });
    expect(query).toMatch(new RegExp(`^${start}[0-9a-f]{64}$`));
    expect(key.signed[0]).toBe(`${publicUrl}?${query}`);
  },
);

test("signRequest() signs further headers that the scheme names", async () => {
  const key = spy();
  const scheme: SignatureScheme = { ...schemeOf("github"), signed: "{header:x-event}" };
  const { headers } = await sign(scheme, { key, headers: { "x-event": "push" } });
  expect(key.signed).toEqual(["push"]);
  expect(headers["x-event"]).toBe("push");
});

const LINEAR = schemeOf("linear");

function timedBy(json: string, unit: "s" | "iso" = "s"): SignatureScheme {
  return { ...LINEAR, timestamp: { json, unit, toleranceSeconds: 60 } };
}

test.each([
  ["a new field", LINEAR, BODY, '{"a":1,"webhookTimestamp":1700000000123}'],
  ["an old one", LINEAR, '{"webhookTimestamp":1}', '{"webhookTimestamp":1700000000123}'],
  ["a nested one", timedBy("meta.at"), '{"meta":{"b":2}}', '{"meta":{"b":2,"at":1700000000}}'],
  ["a missing parent", timedBy("meta.at"), "{}", '{"meta":{"at":1700000000}}'],
  ["an ISO time", timedBy("at", "iso"), "{}", '{"at":"2023-11-14T22:13:20.123Z"}'],
  ["nothing into a list", LINEAR, "[1]", "[1]"],
  ["nothing into a text", LINEAR, '"a"', '"a"'],
  ["nothing into null", LINEAR, "null", "null"],
  ["nothing into what is not JSON", LINEAR, "a=1", "a=1"],
  ["nothing for a path that is none", timedBy("a..b"), BODY, BODY],
])("signRequest() writes the time into the body: %s", async (_, scheme, body, expected) => {
  expect(textOf((await sign(scheme, { body })).body)).toBe(expected);
});

test("signRequest() writes no time into bytes that are not UTF-8", async () => {
  const body = Uint8Array.of(0xff);
  expect((await sign(LINEAR, { body })).body).toEqual(body);
});

test.each([
  ["an id that is missing", schemeOf("standard-webhooks"), {}, "covers an id"],
  ["a public URL that is missing", schemeOf("square"), {}, "pass publicUrl"],
  ["a part that is missing", { ...LINEAR, signed: "{json:b}" }, {}, "lack a part"],
  ["a part that is unknown", { ...LINEAR, signed: "{what}" }, {}, "{what} cannot be signed"],
  ["the secret of a public key", schemeOf("discord"), { key: "a" }, "pass what signs"],
  ["a secret of another form", schemeOf("svix"), { key: "whsec_?" }, "base64, with or without"],
  ["an empty secret", schemeOf("github"), { key: " " }, "any text that is not blank"],
])("signRequest() refuses %s", async (_, scheme, rest, message) => {
  const result = await signRequest(scheme, options(rest));
  expect(result).toEqual({ ok: false, message: expect.stringContaining(message) });
});
