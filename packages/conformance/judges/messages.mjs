// @ts-check
// Vendors that sign inside of their message, or whose keys are fetched → what others than us sign, and accept.
import { execFileSync } from "node:child_process";
import https from "node:https";
import { PassThrough, Readable } from "node:stream";
import { importFile, load } from "./load-sdk.mjs";

/**
 * @typedef {object} MessageJudge
 * @property {string} provider
 * @property {string} library its name on npm, or `openssl`
 * @property {string} does
 * @property {true} [isOwn] whether the vendor has made it
 */

/** @type {readonly MessageJudge[]} */
export const MESSAGE_JUDGES = [
  { provider: "mailgun", library: "openssl", does: "signs" },
  { provider: "adyen", library: "@adyen/api-library", does: "signs and verifies", isOwn: true },
  {
    provider: "sns",
    library: "sns-validator",
    does: "verifies; accepts any topic and any age",
    isOwn: true,
  },
  { provider: "pubsub", library: "google-auth-library", does: "verifies", isOwn: true },
  { provider: "pubsub", library: "jose", does: "signs" },
];

/** @returns {{ calculateHmac: (item: object, key: string) => string, validateHMAC: (item: object, key: string) => boolean }} */
export function createAdyenValidator() {
  return new (load("@adyen/api-library").hmacValidator)();
}

/**
 * What Mailgun's page says: the time followed by the token, under the key of the account.
 *
 * @param {{ key: string, timestamp: string, token: string }} sent
 */
export function signMailgun({ key, timestamp, token }) {
  const args = ["dgst", "-sha256", "-hmac", key];
  const printed = execFileSync("openssl", args, { input: timestamp + token, encoding: "utf8" });
  const [signature = ""] = /[\da-f]{64}\s*$/.exec(printed) ?? [];
  return { timestamp, token, signature: signature.trim() };
}

/**
 * It fetches the certificate by itself: for as long as it runs, it gets this one.
 *
 * @param {string} body
 * @param {string} certificate
 * @returns {Promise<boolean>}
 */
export async function validateSns(body, certificate) {
  const Validator = load("sns-validator");
  const { get } = https;
  /** @param {unknown} _url @param {(response: Readable) => void} listen */
  const getCertificate = (_url, listen) => {
    const response = Object.assign(Readable.from([certificate]), { statusCode: 200 });
    setImmediate(() => listen(response));
    return new PassThrough();
  };
  https.get = /** @type {typeof get} */ (/** @type {unknown} */ (getCertificate));
  try {
    return await new Promise((resolve) => {
      new Validator().validate(body, (/** @type {Error | null} */ error) =>
        resolve(error === null),
      );
    });
  } finally {
    https.get = get;
  }
}

/**
 * @param {string} token
 * @param {{ keyId: string, pem: string, audience: string }} expected
 * @returns {Promise<boolean>}
 */
export async function validateGoogle(token, { keyId, pem, audience }) {
  const { OAuth2Client } = load("google-auth-library");
  const issuers = ["https://accounts.google.com", "accounts.google.com"];
  try {
    const keys = { [keyId]: pem };
    await new OAuth2Client().verifySignedJwtWithCertsAsync(token, keys, audience, issuers);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {Record<string, unknown>} claims
 * @param {{ keyId: string, key: import("node:crypto").KeyObject }} by
 * @returns {Promise<string>}
 */
export async function signGoogle(claims, { keyId, key }) {
  const { SignJWT } = await importFile("jose/dist/webapi/index.js");
  return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: keyId, typ: "JWT" }).sign(key);
}
