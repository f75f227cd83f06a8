import { expect, test } from "vitest";
import { safeCompileHooks } from "../../../core/src/compile-hooks.ts";
import type { JwtScheme, MessageScheme, SignatureScheme, SigningKey } from "../model.ts";
import { createWebCrypto } from "../serving/web-crypto.ts";
import { PROVIDERS } from "../vendors/generated/vendors.ts";
import { type SenderScheme, type SignOptions, signRequest } from "./sign-request.ts";

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

async function sign(scheme: SenderScheme, rest: Partial<SignOptions> = {}) {
  const result = await signRequest(scheme, options(rest));
  if (!result.ok) throw new Error(result.message);
  return result;
}

/** The check of a route whose auth names this vendor. */
function checkOf(provider: string, secret: string) {
  const auth = { provider, secret };
  const mappings = [{ match: { path: "x" }, messageTemplate: "x", auth }];
  const token = "f3b1a3c5d7e9f1a3c5d7e9f1a3c5d7e9";
  const result = safeCompileHooks({ hooks: { enabled: true, token, mappings } });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.hooks.endpoint("x")?.auth?.check;
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

test("signRequest() omits the id header without an id", async () => {
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
  "signRequest() appends the hash of a body that is not a form to the query %j",
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

test("signRequest() writes no time into a body that is not UTF-8", async () => {
  const body = Uint8Array.of(0xff);
  expect((await sign(LINEAR, { body })).body).toEqual(body);
});

test.each([
  ["an id that is missing", schemeOf("standard-webhooks"), {}, "covers an id"],
  ["a public URL that is missing", schemeOf("square"), {}, "pass publicUrl"],
  ["a part that is missing", { ...LINEAR, signed: "{json:b}" }, {}, "lack a part"],
  ["a part that is unknown", { ...LINEAR, signed: "{what}" }, {}, "{what} cannot be signed"],
  ["the secret of a public key", schemeOf("discord"), { key: "a" }, "pass a signing key"],
  ["a secret of another form", schemeOf("svix"), { key: "whsec_?" }, "base64, with or without"],
  ["an empty secret", schemeOf("github"), { key: " " }, "any text that is not blank"],
])("signRequest() refuses %s", async (_, scheme, rest, message) => {
  const result = await signRequest(scheme, options(rest));
  expect(result).toEqual({ ok: false, message: expect.stringContaining(message) });
});

const SECRET = "a-secret-of-more-than-32-characters";
const URL = "https://hooks.example.com/hooks/x";

const WITH_SECRET = { key: SECRET, publicUrl: URL };

const jwtScheme = (id: string) => PROVIDERS.find((one) => one.id === id)?.jwt as JwtScheme;

const signJwt = (id: string, rest: Partial<SignOptions> = {}) =>
  sign(jwtScheme(id), { ...WITH_SECRET, ...rest });

async function claimsOf(scheme: JwtScheme, rest: Partial<SignOptions> = {}) {
  const { headers } = await sign(scheme, { ...WITH_SECRET, ...rest });
  const [, claims = ""] = (headers[scheme.header] as string).split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString()) as object;
}

test.each(["netlify", "vonage", "monday", "jira-connect"])(
  "signRequest() makes a token of %s that its check accepts only for this secret",
  async (id) => {
    const query = "b=2&a=%C3%A9";
    for (const [key, ok] of [
      [SECRET, true],
      ["another-secret-of-more-than-32-characters", false],
    ] as const) {
      const signed = await signJwt(id, { key, query });
      const request = { ...signed, target: `/hooks/x?${signed.query}`, receivedAt: SENT_AT };
      expect(await checkOf(id, SECRET)?.(request)).toMatchObject({ ok });
    }
  },
);

test("signRequest() puts issuer, audience, time and hash into a token, and the claims that it gets", async () => {
  const bodyHash = "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862";
  expect(await claimsOf(jwtScheme("netlify"))).toEqual({ iss: "netlify", sha256: bodyHash });
  expect(await claimsOf(jwtScheme("vonage"), { claims: { jti: "1" } })).toEqual({
    iss: "Vonage",
    iat: 1_700_000_000,
    jti: "1",
    payload_hash: bodyHash,
  });
  const own = { ...jwtScheme("monday"), audiences: ["us"], claims: { role: "hook" } };
  expect(await claimsOf(own)).toEqual({ aud: "us", iat: 1_700_000_000, role: "hook" });
});

test("signRequest() puts a field of the body into a token that binds it", async () => {
  const binds = { claim: "at", of: "field", json: "a.url" } as const;
  const scheme = { ...jwtScheme("monday"), binds };
  const claimsWith = (body: string) => claimsOf(scheme, { body });
  expect(await claimsWith('{"a":{"url":"https://a.example/"}}')).toEqual({
    at: "https://a.example/",
    iat: 1_700_000_000,
  });
  for (const body of ["{", '{"a":{"url":1}}', "[]"]) {
    expect(await claimsWith(body)).toEqual({ iat: 1_700_000_000 });
  }
});

test("signRequest() writes the token where its scheme says", async () => {
  const body = Uint8Array.of(123, 125);
  const { method, headers, query, ...rest } = await signJwt("vonage", {
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
  expect(Object.keys(await claimsOf(jwtScheme("jira-connect")))).toContain("qsh");
  const claims = await claimsOf(jwtScheme("jira-connect"), { query: "a=%ff" });
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
  const result = await signRequest(
    jwtScheme(id),
    options({ ...WITH_SECRET, ...(rest as Partial<SignOptions>) }),
  );
  expect(result).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test("signRequest() signs a token with a signing key instead of a secret", async () => {
  const key = { sign: () => Uint8Array.of(1, 2, 255) };
  const { headers } = await signJwt("netlify", { key });
  expect(headers["x-webhook-signature"]).toMatch(/\.AQL_$/);
});

const KEYS = {
  mailgun: "a-secret-of-more-than-16-bytes",
  // Of the example that Adyen publishes.
  adyen: "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056",
  sns: "",
};

const ITEM = {
  pspReference: "7914073381342284",
  merchantAccountCode: "TestMerchant",
  merchantReference: "TestPayment-1407325143704",
  amount: { currency: "EUR", value: 1130 },
  eventCode: "AUTHORISATION",
  success: "true",
};
const BODIES = {
  mailgun: { "event-data": { event: "delivered" } },
  adyen: { notificationItems: [{ NotificationRequestItem: ITEM }] },
  sns: {},
};

const messageOptions = (scheme: MessageScheme, rest: Partial<SignOptions> = {}) =>
  options({ key: KEYS[scheme], body: JSON.stringify(BODIES[scheme]), id: "id-1", ...rest });

async function signMessage(scheme: MessageScheme, rest: Partial<SignOptions> = {}) {
  const signed = await sign(scheme, messageOptions(scheme, rest));
  return { ...signed, value: JSON.parse(textOf(signed.body)) };
}

test("signRequest() makes a Mailgun message that its check accepts only for this secret", async () => {
  for (const [key, ok] of [
    [KEYS.mailgun, true],
    ["another-secret-of-16-bytes", false],
  ] as const) {
    const signed = await signMessage("mailgun", { key });
    const request = { ...signed, target: "/", receivedAt: SENT_AT };
    expect(await checkOf("mailgun", KEYS.mailgun)?.(request)).toMatchObject({ ok });
  }
});

test("signRequest() keeps the fields of a Mailgun message, and derives its token from the id", async () => {
  const { value } = await signMessage("mailgun");
  expect(value).toEqual({
    ...BODIES.mailgun,
    signature: {
      timestamp: "1700000000",
      token: expect.stringMatching(/^[\da-f]{50}$/),
      signature: expect.stringMatching(/^[\da-f]{64}$/),
    },
  });
  const again = await signMessage("mailgun", { sentAt: SENT_AT + 9_000 });
  expect(again.value.signature.token).toBe(value.signature.token);
  const other = await signMessage("mailgun", { id: "id-2" });
  expect(other.value.signature.token).not.toBe(value.signature.token);
});

test("signRequest() makes the signature that Adyen publishes for its example, in each item", async () => {
  const more = { ...ITEM, pspReference: "another", additionalData: { expiryDate: "6/2030" } };
  const items = [ITEM, more].map((item) => ({ NotificationRequestItem: item }));
  const body = new TextEncoder().encode(
    JSON.stringify({ live: "false", notificationItems: items }),
  );
  const signed = await signMessage("adyen", {
    body,
    method: "PUT",
    contentType: "text/json",
    query: "a=1",
    headers: { "x-a": "1" },
  });
  expect(signed.value).toEqual({
    live: "false",
    notificationItems: [
      {
        NotificationRequestItem: {
          ...ITEM,
          additionalData: { hmacSignature: "coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=" },
        },
      },
      {
        NotificationRequestItem: {
          ...more,
          additionalData: {
            expiryDate: "6/2030",
            hmacSignature: expect.stringMatching(/^.{43}=$/),
          },
        },
      },
    ],
  });
  expect([signed.method, signed.query]).toEqual(["PUT", "a=1"]);
  expect(signed.headers).toEqual({ "content-type": "text/json", "x-a": "1" });
  const request = { ...signed, target: "/", receivedAt: SENT_AT };
  expect(await checkOf("adyen", KEYS.adyen)?.(request)).toMatchObject({ ok: true });
});

test.each<[string, MessageScheme, Partial<SignOptions>, string]>([
  ["a message of SNS", "sns", {}, "Nobody but Amazon has the private key"],
  ["Mailgun without an id", "mailgun", { id: undefined as unknown as string }, "pass one"],
  ["a body that is not JSON", "adyen", { body: "a" }, "The body is not a message of Adyen"],
  ["a list", "adyen", { body: "[]" }, "The body is not a message of Adyen"],
  ["no items", "adyen", { body: '{"notificationItems":[]}' }, "no items that can be signed"],
  ["an empty item", "adyen", { body: '{"notificationItems":[{}]}' }, "no items that can be signed"],
  ["a secret in another form", "adyen", { key: "no digits" }, "The secret is not what is expected"],
])("signRequest() refuses to make a message for %s", async (_what, scheme, rest, message) => {
  expect(await signRequest(scheme, messageOptions(scheme, rest))).toEqual({
    ok: false,
    message: expect.stringContaining(message),
  });
});
