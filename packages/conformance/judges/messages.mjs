// @ts-check
// Vendors that sign inside of their message, or whose keys are fetched → what others than us sign, and accept.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
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
  { provider: "braintree", library: "braintree", does: "signs and verifies", isOwn: true },
  { provider: "manus", library: "openssl", does: "signs" },
  { provider: "fal", library: "openssl", does: "signs" },
  { provider: "pubsub", library: "google-auth-library", does: "verifies", isOwn: true },
  { provider: "pubsub", library: "jose", does: "signs" },
  {
    provider: "microsoft-bot",
    library: "botframework-connector",
    does: "verifies; accepts RS512 and a body without `serviceUrl`",
    isOwn: true,
  },
  { provider: "microsoft-bot", library: "jose", does: "signs" },
];

/** @returns {{ calculateHmac: (item: object, key: string) => string, validateHMAC: (item: object, key: string) => boolean }} */
export function createAdyenValidator() {
  return new (load("@adyen/api-library").hmacValidator)();
}

/**
 * @param {string} publicKey
 * @param {string} privateKey
 * @returns {{ sample: (kind: string, id: string) => { bt_signature: string, bt_payload: string }, verify: (challenge: string) => string }}
 */
export function createBraintree(publicKey, privateKey) {
  const { BraintreeGateway, Environment } = load("braintree");
  const environment = Environment.Sandbox;
  const gateway = new BraintreeGateway({ environment, merchantId: "m", publicKey, privateKey });
  return {
    sample: (kind, id) => gateway.webhookTesting.sampleNotification(kind, id),
    verify: (challenge) => gateway.webhookNotification.verify(challenge),
  };
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
 * It fetches the keys by itself: from a server of this process.
 *
 * @param {string} token
 * @param {{ activity: object, jwks: string, audience: string }} expected
 * @returns {Promise<boolean>}
 */
export async function validateBot(token, { activity, jwks, audience }) {
  const { ChannelValidation, JwtTokenValidation, SimpleCredentialProvider } =
    load("botframework-connector");
  const server = http.createServer(({ url = "", headers: { host } }, response) => {
    response.end(url === "/keys" ? jwks : JSON.stringify({ jwks_uri: `http://${host}/keys` }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  // Its documents are cached by this address.
  ChannelValidation.OpenIdMetadataEndpoint = `http://127.0.0.1:${port}/`;
  const { error } = console;
  // It writes what it refuses.
  console.error = String;
  try {
    const app = new SimpleCredentialProvider(audience, "");
    await JwtTokenValidation.authenticateRequest(activity, `Bearer ${token}`, app, "");
    return true;
  } catch {
    return false;
  } finally {
    console.error = error;
    server.close();
  }
}

/**
 * @param {Record<string, unknown>} claims
 * @param {{ keyId: string, key: import("node:crypto").KeyObject, algorithm?: "RS256" | "RS512" }} by
 * @returns {Promise<string>}
 */
export async function signWithKey(claims, { keyId, key, algorithm: alg = "RS256" }) {
  const { SignJWT } = await importFile("jose/dist/webapi/index.js");
  return new SignJWT(claims).setProtectedHeader({ alg, kid: keyId, typ: "JWT" }).sign(key);
}
