// @ts-check
// Vendors that sign inside of their message → the bodies that they would send, signed by others than us.
import { execFileSync } from "node:child_process";
import { load } from "./load-sdk.mjs";

/**
 * @typedef {object} MessageJudge
 * @property {string} provider
 * @property {string} library its name on npm, or `openssl`
 * @property {string} does
 */

/** @type {readonly MessageJudge[]} */
export const MESSAGE_JUDGES = [
  { provider: "mailgun", library: "openssl", does: "signs" },
  { provider: "adyen", library: "@adyen/api-library", does: "signs and verifies" },
];

/** @returns {{ calculateHmac: (item: object, key: string) => string, validateHMAC: (item: object, key: string) => boolean }} */
export function createAdyenValidator() {
  return new (load("@adyen/api-library").hmacValidator)();
}

/**
 * What Mailgun's page says: the time and the token, one behind the other, under the key of the account.
 *
 * @param {{ key: string, timestamp: string, token: string }} sent
 */
export function signMailgun({ key, timestamp, token }) {
  const args = ["dgst", "-sha256", "-hmac", key];
  const printed = execFileSync("openssl", args, { input: timestamp + token, encoding: "utf8" });
  const [signature = ""] = /[\da-f]{64}\s*$/.exec(printed) ?? [];
  return { timestamp, token, signature: signature.trim() };
}
