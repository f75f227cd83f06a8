// @ts-check
// Vendors that send a JSON Web Token → the headers that they would send, made by libraries for such tokens.
//
// Why: these vendors publish no library of their own that signs. The claims are written here a second time,
// from their pages and not from the table.
import { createHash } from "node:crypto";
import { importFile, load } from "./load-sdk.mjs";

/**
 * @typedef {object} TokenRequest
 * @property {string} secret
 * @property {string} body
 * @property {string} url the public URL with the query
 * @property {number} ms when it is sent
 *
 * @typedef {object} JwtJudge
 * @property {string} provider
 * @property {string} library its name on npm
 * @property {true} [isOwn] whether the vendor has made it
 * @property {readonly string[]} binds what of a request the token is bound to: "body", "url"
 * @property {(request: TokenRequest) => Promise<Record<string, string>>} headers
 */

/** @param {string} secret @param {Record<string, unknown>} claims @returns {Promise<string>} */
async function sign(secret, claims) {
  const { SignJWT } = await importFile("jose/dist/webapi/index.js");
  const key = new TextEncoder().encode(secret);
  return new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(key);
}

/** @param {string} text */
const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** @type {readonly JwtJudge[]} */
export const JWT_JUDGES = [
  {
    provider: "netlify",
    library: "jose",
    binds: ["body"],
    headers: async ({ secret, body }) => ({
      "x-webhook-signature": await sign(secret, { iss: "netlify", sha256: sha256(body) }),
    }),
  },
  {
    provider: "vonage",
    library: "jose",
    binds: ["body"],
    headers: async ({ secret, body, ms }) => {
      const claims = { iss: "Vonage", api_key: "abcd1234", payload_hash: sha256(body), jti: "1" };
      const iat = Math.floor(ms / 1000);
      return { authorization: `Bearer ${await sign(secret, { ...claims, iat })}` };
    },
  },
  {
    provider: "monday",
    library: "jose",
    binds: [],
    headers: async ({ secret, url, ms }) => {
      const iat = Math.floor(ms / 1000);
      return { authorization: await sign(secret, { aud: url, iat, exp: iat + 300, accountId: 1 }) };
    },
  },
  {
    provider: "jira-connect",
    library: "atlassian-jwt",
    isOwn: true,
    binds: ["url"],
    headers: async ({ secret, url, ms }) => {
      const atlassian = load("atlassian-jwt");
      const request = atlassian.fromMethodAndUrl("POST", url);
      const qsh = atlassian.createQueryStringHash(request, false, "https://hooks.example");
      const iat = Math.floor(ms / 1000);
      const claims = { iss: "client-key", iat, exp: iat + 180, qsh };
      return { authorization: `JWT ${atlassian.encodeSymmetric(claims, secret)}` };
    },
  },
];
