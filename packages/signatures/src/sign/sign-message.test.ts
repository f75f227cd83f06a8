import { expect, test } from "vitest";
import { safeCompileHooks } from "../../../core/src/engine.ts";
import type { MessageScheme } from "../model.ts";
import type { SignOptions } from "../sign-request.ts";
import { signRequest } from "../sign-request.ts";
import { createWebCrypto } from "../web-crypto.ts";

const SENT_AT = 1_700_000_000_123;
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

const options = (scheme: MessageScheme, rest: Partial<SignOptions> = {}): SignOptions => ({
  crypto: createWebCrypto(globalThis.crypto.subtle),
  key: KEYS[scheme],
  body: JSON.stringify(BODIES[scheme]),
  sentAt: SENT_AT,
  id: "id-1",
  ...rest,
});

async function sign(scheme: MessageScheme, rest: Partial<SignOptions> = {}) {
  const result = await signRequest(scheme, options(scheme, rest));
  if (!result.ok) throw new Error(result.message);
  return { ...result, value: JSON.parse(new TextDecoder().decode(result.body)) };
}

function checkOf(provider: "mailgun" | "adyen") {
  const auth = { provider, secret: KEYS[provider] };
  const mappings = [{ match: { path: "x" }, messageTemplate: "x", auth }];
  const token = "f3b1a3c5d7e9f1a3c5d7e9f1a3c5d7e9";
  const result = safeCompileHooks({ hooks: { enabled: true, token, mappings } });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.hooks.endpoint("x")?.auth?.check;
}

test("signRequest() makes a message of Mailgun that its check accepts, for this secret alone", async () => {
  for (const [key, ok] of [
    [KEYS.mailgun, true],
    ["another-secret-of-16-bytes", false],
  ] as const) {
    const signed = await sign("mailgun", { key });
    const request = { ...signed, target: "/", receivedAt: SENT_AT };
    expect(await checkOf("mailgun")?.(request)).toMatchObject({ ok });
  }
});

test("signRequest() keeps the fields of a message of Mailgun, and makes its token of the id", async () => {
  const { value } = await sign("mailgun");
  expect(value).toEqual({
    ...BODIES.mailgun,
    signature: {
      timestamp: "1700000000",
      token: expect.stringMatching(/^[\da-f]{50}$/),
      signature: expect.stringMatching(/^[\da-f]{64}$/),
    },
  });
  const again = await sign("mailgun", { sentAt: SENT_AT + 9_000 });
  expect(again.value.signature.token).toBe(value.signature.token);
  const other = await sign("mailgun", { id: "id-2" });
  expect(other.value.signature.token).not.toBe(value.signature.token);
});

test("signRequest() makes the signature that Adyen publishes for its example, in each item", async () => {
  const more = { ...ITEM, pspReference: "another", additionalData: { expiryDate: "6/2030" } };
  const items = [ITEM, more].map((item) => ({ NotificationRequestItem: item }));
  const body = new TextEncoder().encode(
    JSON.stringify({ live: "false", notificationItems: items }),
  );
  const signed = await sign("adyen", {
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
  expect(await checkOf("adyen")?.(request)).toMatchObject({ ok: true });
});

test.each<[string, MessageScheme, Partial<SignOptions>, string]>([
  ["a message of SNS", "sns", {}, "Nobody but Amazon has the private key"],
  ["Mailgun without an id", "mailgun", { id: undefined as unknown as string }, "pass one"],
  ["a body that is no JSON", "adyen", { body: "a" }, "The body is no message of Adyen"],
  ["a list", "adyen", { body: "[]" }, "The body is no message of Adyen"],
  ["no items", "adyen", { body: '{"notificationItems":[]}' }, "no items that can be signed"],
  ["an empty item", "adyen", { body: '{"notificationItems":[{}]}' }, "no items that can be signed"],
  ["a secret in another form", "adyen", { key: "no digits" }, "The secret is not what is expected"],
])("signRequest() makes no message for %s", async (_what, scheme, rest, message) => {
  expect(await signRequest(scheme, options(scheme, rest))).toEqual({
    ok: false,
    message: expect.stringContaining(message),
  });
});
