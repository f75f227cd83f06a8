// Braintree's library signs and reads a form, and `openssl` signs with RSA: our verifier accepts both, and refuses what is changed.
import { execFileSync } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBraintree } from "../../../conformance/judges/messages.mjs";
import { authOf, check } from "../auth/configs.ts";
import { FORM } from "./judged.ts";

const PUBLIC = "public_key_of_the_gateway";
const PRIVATE = "private-key-of-32-characters-777";
const AUTH = {
  provider: "braintree",
  secret: PRIVATE,
  handshake: { verifyToken: PUBLIC },
};
const headers = { "content-type": FORM };
const textOf = (fields: object) => new URLSearchParams(fields as Record<string, string>).toString();
const verdictOf = (auth: object, text: string) => check(authOf(auth), { headers, text });

test("verifySignature() for braintree: accepts what braintree signs, beside a key of another gateway", async () => {
  const fields = createBraintree(PUBLIC, PRIVATE).sample("subscription_canceled", "sub_1");
  expect(await verdictOf(AUTH, textOf(fields))).toBe(0);
  const two = `another_public_key|${"0".repeat(40)}&${fields.bt_signature}`;
  expect(await verdictOf(AUTH, textOf({ ...fields, bt_signature: two }))).toBe(0);
});

test("verifySignature() for braintree: refuses a changed payload, another key and a field that came twice", async () => {
  const fields = createBraintree(PUBLIC, PRIVATE).sample("subscription_canceled", "sub_1");
  const text = textOf(fields);
  const changed = textOf({ ...fields, bt_payload: ` ${fields.bt_payload}` });
  expect(await verdictOf(AUTH, changed)).toBe("signature_wrong");
  expect(await verdictOf({ ...AUTH, secret: `${PRIVATE}x` }, text)).toBe("signature_wrong");
  expect(await verdictOf(AUTH, `${text}&bt_payload=x`)).toBe("signed_part_missing");
  expect(await verdictOf(AUTH, `${text}&bt_signature=x`)).toBe("signature_missing");
  expect(await verdictOf(AUTH, textOf({ bt_payload: fields.bt_payload }))).toBe(
    "signature_missing",
  );
});

test("createHandshake() for braintree: answers as braintree does", async () => {
  const challenge = createHash("md5").update("challenge").digest("hex");
  const request = { method: "GET", target: `/?bt_challenge=${challenge}`, headers: {} };
  const answer = await authOf(AUTH)?.handshake?.answer({
    ...request,
    body: new Uint8Array(),
    receivedAt: 0,
  });
  expect(answer?.body).toBe(createBraintree(PUBLIC, PRIVATE).verify(challenge));
});

const URL_OF_HOOK = "https://hooks.example.com/hooks/manus";
const SECONDS = 1_767_225_600;
const BODY = '{"event_id":"1","event_type":"task_stopped"}';
let folder = "";
let publicKey = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hookwright-rsa-"));
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = { format: "pem", type: "pkcs8" } as const;
  writeFileSync(join(folder, "key.pem"), pair.privateKey.export(pem));
  publicKey = String(pair.publicKey.export({ format: "pem", type: "spki" }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the page of Manus says: the time, the URL and the hash of the body. */
function signedByOpenssl(): string {
  const hash = execFileSync("openssl", ["dgst", "-sha256", "-r"], {
    input: BODY,
    encoding: "utf8",
  });
  const input = `${SECONDS}.${URL_OF_HOOK}.${hash.slice(0, 64)}`;
  const args = ["dgst", "-sha256", "-sign", join(folder, "key.pem")];
  return execFileSync("openssl", args, { input }).toString("base64");
}

test("verifySignature() for manus: accepts what openssl signs, and refuses what is changed", async () => {
  const signature = signedByOpenssl();
  const verdict = (text: string, more: object = {}, publicUrl = URL_OF_HOOK) =>
    check(authOf({ provider: "manus", publicKey, publicUrl }), {
      headers: {
        "x-webhook-signature": signature,
        "x-webhook-timestamp": String(SECONDS),
        ...more,
      },
      text,
      receivedAt: SECONDS * 1000,
    });
  expect(await verdict(BODY)).toBe(0);
  expect(await verdict(`${BODY} `)).toBe("signature_wrong");
  expect(await verdict(BODY, {}, `${URL_OF_HOOK}/`)).toBe("signature_wrong");
  expect(await verdict(BODY, { "x-webhook-timestamp": `${SECONDS + 1}` })).toBe("signature_wrong");
  expect(await verdict(BODY, { "x-webhook-timestamp": `${SECONDS - 301}` })).toBe(
    "timestamp_too_old",
  );
});

test("verifySignature() for fal: accepts what openssl signs, and refuses what is changed", async () => {
  const pair = generateKeyPairSync("ed25519");
  const key = join(folder, "ed25519.pem");
  writeFileSync(key, pair.privateKey.export({ format: "pem", type: "pkcs8" }));
  const ids = ["request-1", "user-1"];
  const text = join(folder, "signed.txt");
  const hash = execFileSync("openssl", ["dgst", "-sha256", "-r"], {
    input: BODY,
    encoding: "utf8",
  });
  // As the page of fal.ai says, in lines.
  writeFileSync(text, [...ids, SECONDS, hash.slice(0, 64)].join("\n"));
  const args = ["pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", text];
  const signature = execFileSync("openssl", args).toString("hex");
  // In the list of keys that it publishes.
  const shown = String(pair.publicKey.export({ format: "jwk" }).x);
  const verdict = (body: string, more: object = {}) =>
    check(authOf({ provider: "fal", publicKey: [shown] }), {
      headers: {
        "x-fal-webhook-request-id": "request-1",
        "x-fal-webhook-user-id": "user-1",
        "x-fal-webhook-timestamp": String(SECONDS),
        "x-fal-webhook-signature": signature,
        ...more,
      },
      text: body,
      receivedAt: SECONDS * 1000,
    });
  expect(await verdict(BODY)).toBe(0);
  expect(await verdict(`${BODY} `)).toBe("signature_wrong");
  expect(await verdict(BODY, { "x-fal-webhook-user-id": "user-2" })).toBe("signature_wrong");
  expect(await verdict(BODY, { "x-fal-webhook-timestamp": `${SECONDS - 301}` })).toBe(
    "timestamp_too_old",
  );
});
