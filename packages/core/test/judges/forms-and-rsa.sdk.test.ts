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
