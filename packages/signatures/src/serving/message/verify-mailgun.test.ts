import fc from "fast-check";
import { expect, test } from "vitest";
import { authOf, check, problemsOf } from "../../../../core/test/auth/configs.ts";
import {
  bytesOf,
  hmac,
  NOW,
  requestOf,
  SECONDS,
  SECRET,
} from "../../../../core/test/auth/requests.ts";

const TOKEN = "ae994e1d35f2d9d7d8f1ddc0d1d7d7cbb1e0e1f5e6c8b0f7a1";

const AUTH = { provider: "mailgun", secret: SECRET };
const auth = authOf(AUTH);

const signature = (timestamp: string = SECONDS, token: string = TOKEN) => ({
  timestamp,
  token,
  signature: hmac(`${timestamp}${token}`),
});

const send = (fields: unknown, receivedAt = NOW) =>
  check(auth, { text: JSON.stringify({ signature: fields, "event-data": {} }), receivedAt });

test("verifyMailgun() accepts a valid signature of time and token", async () => {
  expect(await send(signature())).toBe(0);
  expect(await send({ ...signature(), timestamp: Number(SECONDS) })).toBe(0);
});

test("verifyMailgun() reads the fields of a form", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const text = new URLSearchParams({ ...signature(), subject: "x" }).toString();
  expect(await check(auth, { headers, text })).toBe(0);
  expect(await check(auth, { headers, text: "a=%ff" })).toBe("signature_missing");
});

test("verifyMailgun() reads the fields of a form with files", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=xx" };
  const part = (name: string, value: string, more = "") =>
    `--xx\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const fields = Object.entries(signature()).map(([name, value]) => part(name, value));
  const text = [...fields, part("attachment-1", "x", '; filename="signature"'), "--xx--"].join("");
  expect(await check(auth, { headers, text })).toBe(0);
  const file = part("signature", signature().signature, '; filename="a"');
  const hidden = [...fields.slice(0, 2), file, "--xx--"].join("");
  expect(await check(auth, { headers, text: hidden })).toBe("signature_missing");
  expect(await check(auth, { headers, text: "--xx" })).toBe("signature_missing");
  const none = { "content-type": "multipart/form-data" };
  expect(await check(auth, { headers: none, text })).toBe("signature_missing");
});

test("verifyMailgun() returns the token as the signed id, which does not cover the event", async () => {
  const text = JSON.stringify({ signature: signature() });
  const result = await auth?.check(requestOf({ text }));
  expect(result).toEqual({ ok: true, keyIndex: 0, signedId: TOKEN });
  expect(auth?.delivery).toMatchObject({ idSigned: true, bodyBound: false });
  expect(auth?.secretPlaces.body).toEqual(["signature"]);
});

test("verifyMailgun() accepts the old key beside the new one", async () => {
  const both = authOf({ provider: "mailgun", secrets: ["another-secret-of-24-bytes", SECRET] });
  expect(await check(both, { text: JSON.stringify({ signature: signature() }) })).toBe(1);
});

test.each<[string, unknown, string]>([
  ["no signature", undefined, "signature_missing"],
  ["a signature that is a text", "x", "signature_missing"],
  ["an object as signature", { ...signature(), signature: {} }, "signature_missing"],
  ["base64", { ...signature(), signature: "AAAA" }, "signature_malformed"],
  ["half a signature", { ...signature(), signature: "00" }, "signature_malformed"],
  ["no time", { ...signature(), timestamp: undefined }, "timestamp_missing"],
  ["no token", { ...signature(), token: undefined }, "id_missing"],
  ["a short token", signature(SECONDS, "short"), "id_malformed"],
  ["another token", { ...signature(), token: `b${TOKEN.slice(1)}` }, "signature_wrong"],
  ["another time", { ...signature(), timestamp: String(NOW / 1000 - 1) }, "signature_wrong"],
])("verifyMailgun() refuses %s", async (_what, fields, code) => {
  expect(await send(fields)).toBe(code);
});

test("verifyMailgun() refuses a digit moved from the time to the token", async () => {
  const digits = `12${TOKEN}`;
  const right = signature(SECONDS, digits);
  expect(await send(right)).toBe(0);
  const longer = { ...right, timestamp: `${SECONDS}1`, token: digits.slice(1) };
  const shorter = {
    ...right,
    timestamp: SECONDS.slice(0, -1),
    token: `${SECONDS.at(-1)}${digits}`,
  };
  expect(await send(longer)).toBe("timestamp_malformed");
  expect(await send(shorter)).toBe("timestamp_malformed");
});

test("verifyMailgun() accepts a time within 12 hours, or as the config says", async () => {
  const half = 12 * 60 * 60 * 1000;
  expect(await send(signature(), NOW + half)).toBe(0);
  expect(await send(signature(), NOW + half + 1)).toBe("timestamp_too_old");
  expect(await send(signature(), NOW - half - 1)).toBe("timestamp_in_future");
  const strict = authOf({ ...AUTH, toleranceSeconds: 60 });
  const text = JSON.stringify({ signature: signature() });
  expect(await check(strict, { text, receivedAt: NOW + 61_000 })).toBe("timestamp_too_old");
});

test("verifyMailgun() never throws", async () => {
  const bodies = fc.oneof(fc.uint8Array(), fc.json().map(bytesOf));
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      expect(await check(auth, { body })).not.toBe(0);
    }),
  );
});

test("planAuth() requires a secret for Adyen, and warns about keys without effect", () => {
  expect(problemsOf({ provider: "mailgun" })[0]?.code).toBe("auth_incomplete");
  expect(problemsOf({ ...AUTH, audience: "x" })[0]?.code).toBe("field_without_effect");
  expect(problemsOf({ ...AUTH, token: SECRET })[0]?.code).toBe("auth_ambiguous");
});
