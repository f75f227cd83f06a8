// Others sign inside of messages as vendors do: our verifier accepts them, and refuses what is changed.
import { describe, expect, test } from "vitest";
import { skipTitle } from "../../../../tools/test-support/skip-title.mjs";
import { createAdyenValidator, signMailgun } from "../../../conformance/judges/messages.mjs";
import { findProgram } from "../../../conformance/judges/sign-with-program.mjs";
import type { AuthResult } from "../../../signatures/src/model.ts";
import { safeCompileHooks } from "../../src/compile-hooks.ts";

const NOW = Date.now();

async function verify(auth: object, body: unknown): Promise<AuthResult> {
  const mappings = [{ match: { path: "x" }, messageTemplate: "x", auth }];
  const token = "f3b1a3c5d7e9f1a3c5d7e9f1a3c5d7e9";
  const result = safeCompileHooks({ hooks: { enabled: true, token, mappings } });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const request = { method: "POST", target: "/", headers: {}, receivedAt: NOW };
  const bytes = Buffer.from(JSON.stringify(body));
  return (await result.hooks.endpoint("x")?.auth?.check({ ...request, body: bytes })) as AuthResult;
}

const ADYEN_KEY = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056";
const ADYEN = { provider: "adyen", secret: ADYEN_KEY };

const ITEM = {
  pspReference: "7914073381342284",
  merchantAccountCode: "TestMerchant",
  merchantReference: "TestPayment-1407325143704",
  amount: { currency: "EUR", value: 1130 },
  eventCode: "AUTHORISATION",
  success: "true",
  paymentMethod: "visa",
};

const signedItem = (item: object, hmacSignature: string) => ({
  ...item,
  additionalData: { hmacSignature },
});

const adyenBody = (...items: readonly object[]) => ({
  live: "false",
  notificationItems: items.map((item) => ({ NotificationRequestItem: item })),
});

test("verifyAdyen() for adyen: accepts and refuses what @adyen/api-library accepts and refuses", async () => {
  const validator = createAdyenValidator();
  const changes = [
    {},
    { pspReference: "another" },
    { merchantReference: "a:b\u00e9" },
    { amount: { currency: "USD", value: 0 } },
    { success: "false" },
  ];
  for (const change of changes) {
    const item = { ...ITEM, ...change };
    const right = signedItem(item, validator.calculateHmac(item, ADYEN_KEY));
    expect(validator.validateHMAC(right, ADYEN_KEY)).toBe(true);
    expect(await verify(ADYEN, adyenBody(right))).toMatchObject({ ok: true });
    const changed = { ...right, eventCode: "ANOTHER" };
    expect(validator.validateHMAC(changed, ADYEN_KEY)).toBe(false);
    expect(await verify(ADYEN, adyenBody(changed))).toMatchObject({ code: "signature_wrong" });
    expect(await verify(ADYEN, adyenBody(right, changed))).toMatchObject({ ok: false });
  }
});

// A machine without it cannot verify anything: CI has it.
const noOpenssl = findProgram() === "openssl" ? undefined : "openssl is not installed";
describe.skipIf(noOpenssl !== undefined)(skipTitle("verified by openssl", noOpenssl), () => {
  const key = "key-0123456789abcdef0123456789abcdef";
  const auth = { provider: "mailgun", secret: key };
  const token = "0e1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f607182";
  const sign = (changes: object = {}) => ({
    signature: {
      ...signMailgun({ key, timestamp: String(Math.floor(NOW / 1000)), token }),
      ...changes,
    },
    "event-data": { event: "opened" },
  });

  test("verifyMailgun() for mailgun: accepts what openssl signs", async () => {
    expect(await verify(auth, sign())).toEqual({ ok: true, keyIndex: 0, signedId: token });
  });

  test("verifyMailgun() for mailgun: refuses another token, another key and an old time", async () => {
    const other = { ...auth, secret: "another-key-of-24-letters" };
    expect(await verify(other, sign())).toMatchObject({ code: "signature_wrong" });
    expect(await verify(auth, sign({ token: `1${token.slice(1)}` }))).toMatchObject({ ok: false });
    const old = signMailgun({ key, timestamp: "1700000000", token });
    expect(await verify(auth, { signature: old })).toMatchObject({ code: "timestamp_too_old" });
  });
});
