import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { authOf, check, problemsOf } from "../../../../core/test/auth/configs.ts";
import { bytesOf, hmac, requestOf, webCrypto } from "../../../../core/test/auth/requests.ts";

const KEY = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056";
const secret = Buffer.from(KEY, "hex");

const AUTH = { provider: "adyen", secret: KEY };
const auth = authOf(AUTH);

const ITEM = {
  pspReference: "7914073381342284",
  merchantAccountCode: "TestMerchant",
  merchantReference: "Test:Payment-1407325143704",
  amount: { value: 1130, currency: "EUR" },
  eventCode: "AUTHORISATION",
  success: "true",
};

const TEXT =
  "7914073381342284::TestMerchant:Test:Payment-1407325143704:1130:EUR:AUTHORISATION:true";

const signed = (item: object = ITEM, text: string = TEXT) => ({
  NotificationRequestItem: {
    ...item,
    additionalData: { hmacSignature: hmac(text, { secret, encoding: "base64" }) },
  },
});

const send = (...items: readonly unknown[]) =>
  check(auth, { text: JSON.stringify({ live: "false", notificationItems: items }) });

test("verifyAdyen() accepts a valid signature of the eight fields", async () => {
  expect(await send(signed())).toBe(0);
  expect(await send(signed({ ...ITEM, originalReference: null }))).toBe(0);
});

test("verifyAdyen() checks every item, and refuses all if one is wrong", async () => {
  const wrong = signed({ ...ITEM, success: "false" });
  expect(await send(signed(), signed())).toBe(0);
  expect(await send(signed(), wrong)).toBe("signature_wrong");
  expect(await send(wrong, signed())).toBe("signature_wrong");
  expect(await send(signed(), { NotificationRequestItem: ITEM })).toBe("signature_missing");
});

test("verifyAdyen() refuses items signed with two keys", async () => {
  const other = "5ec2e7".repeat(11);
  const both = authOf({ provider: "adyen", secrets: [KEY, other] });
  const theirs = hmac(TEXT, { secret: Buffer.from(other, "hex"), encoding: "base64" });
  const item = { NotificationRequestItem: { ...ITEM, additionalData: { hmacSignature: theirs } } };
  const of = (...items: readonly unknown[]) =>
    check(both, { text: JSON.stringify({ notificationItems: items }) });
  expect(await of(item)).toBe(1);
  expect(await of(signed(), item)).toBe("signature_wrong");
});

test("verifyAdyen() derives the signed id only from what is signed", async () => {
  const idOf = async (item: unknown) => {
    const text = JSON.stringify({ notificationItems: [item] });
    return auth?.check(requestOf({ text }));
  };
  const signedId = createHash("sha256").update(`${TEXT}\n`).digest("hex");
  const changed = signed({ ...ITEM, reason: "another" });
  expect(await idOf(signed())).toEqual({ ok: true, keyIndex: 0, signedId });
  expect(await idOf(changed)).toEqual({ ok: true, keyIndex: 0, signedId });
  expect(auth?.delivery?.bodyBound).toBe(false);
});

test.each<[string, unknown, string]>([
  [
    "another amount",
    signed({ ...ITEM, amount: { value: 1131, currency: "EUR" } }),
    "signature_wrong",
  ],
  [
    "a signature that is not a string",
    { NotificationRequestItem: { additionalData: {} } },
    "signature_missing",
  ],
  [
    "hexadecimal",
    { NotificationRequestItem: { additionalData: { hmacSignature: "00" } } },
    "signature_malformed",
  ],
  ["an object as a field", signed({ ...ITEM, success: {} }), "message_malformed"],
  ["a line break in a field", signed({ ...ITEM, merchantReference: "a\nb" }), "message_malformed"],
  ["an item that is null", null, "signature_missing"],
])("verifyAdyen() refuses %s", async (_what, item, code) => {
  expect(await send(item)).toBe(code);
});

test("verifyAdyen() refuses text moved from one field to the next", async () => {
  const moved = {
    ...ITEM,
    merchantAccountCode: "TestMerchant:Test",
    merchantReference: "Payment-1407325143704",
  };
  expect(await send(signed(moved))).toBe("message_malformed");
});

test("verifyAdyen() refuses a body without items, and one with too many", async () => {
  for (const text of ["", "{}", '{"notificationItems":{}}', '{"notificationItems":[]}']) {
    expect(await check(auth, { text })).toBe("message_malformed");
  }
  expect(await send(...Array(101).fill(signed()))).toBe("message_malformed");
});

test("verifyAdyen() never throws", async () => {
  const bodies = fc.oneof(
    fc.uint8Array(),
    fc.json().map(bytesOf),
    fc.json().map((item) => bytesOf(`{"notificationItems":[{"NotificationRequestItem":${item}}]}`)),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      expect(await check(auth, { body })).not.toBe(0);
    }),
  );
});

test("linkAuth() requires a hexadecimal key of Adyen that the runtime accepts", () => {
  expect(problemsOf({ ...AUTH, secret: "no-hexadecimal-key-at-all" })[0]?.code).toBe(
    "secret_malformed",
  );
  const crypto = {
    ...webCrypto,
    hmacKey: () => {
      throw new RangeError("no");
    },
  };
  for (const auth of [AUTH, { ...AUTH, provider: "mailgun" }]) {
    expect(problemsOf(auth, { crypto })[0]?.code).toBe("secret_malformed");
  }
});
