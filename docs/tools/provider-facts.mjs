// @ts-check
// A vendor's row → the cells and sentences that its page has of it.
import { HANDSHAKES, TOKEN_HANDSHAKES } from "./provider-notes.mjs";

/**
 * @typedef {import("@hookwright/signatures").Provider} Provider
 * @typedef {import("@hookwright/signatures").SignatureScheme} SignatureScheme
 *
 * @typedef {object} Jwt
 * @property {readonly string[]} algorithms
 * @property {string} header
 * @property {string} prefix
 * @property {readonly string[]} issuers
 * @property {{ readonly claim: string, readonly of: string, readonly isOptional?: true }} [binds]
 * @property {string} [jwks]
 *
 * @typedef {Provider & { readonly jwt?: Jwt, readonly message?: string, readonly delivery?: { readonly bodyBound?: false } }} Row
 */

/** @type {Readonly<Record<string, string>>} */
const ALGORITHMS = {
  sha1: "HMAC-SHA1",
  sha256: "HMAC-SHA256",
  sha512: "HMAC-SHA512",
  ed25519: "Ed25519",
  "ecdsa-p256": "ECDSA on P-256, with SHA-256",
  "rsa-sha256": "RSA PKCS#1 v1.5, with SHA-256",
};

/** @type {Readonly<Record<SignatureScheme["key"], string>>} */
const KEYS = {
  utf8: "the text of the secret",
  base64: "the secret, decoded from base64",
  hex: "the secret, decoded from hexadecimal",
  whsec: "what stands behind `whsec_`, decoded from base64",
  "raw-hex": "the public key, in hexadecimal",
  "raw-base64": "the public key, in base64",
  whpk: "what stands behind `whpk_`, decoded from base64",
  spki: "the public key as PEM, or the base64 in it",
};

/** @type {Readonly<Record<SignatureScheme["encoding"], string>>} */
const ENCODINGS = { hex: "hexadecimal", base64: "base64", base64url: "base64url" };

const UNITS = { s: "seconds", ms: "milliseconds", iso: "an ISO date" };

/** @param {SignatureScheme} scheme @returns {readonly (readonly [string, string])[]} */
export function rowsOf(scheme) {
  const { algorithm, encoding, key, signed, signature, timestamp } = scheme;
  const several = severalOf(signature);
  return [
    ["header", headerOf(signature)],
    ["algorithm, encoding", `${ALGORITHMS[algorithm]}, ${ENCODINGS[encoding]}`],
    ["key", KEYS[key]],
    ["signed text", `\`${signed.replaceAll("|", "\\|")}\``],
    ["time stamp", timeOf(timestamp)],
    ["while a secret is replaced", `${several}${rotationOf(scheme)}`],
  ];
}

/** @param {Jwt} jwt @returns {readonly (readonly [string, string])[]} */
export function rowsOfJwt({ algorithms, header, prefix, issuers, binds, jwks }) {
  const optional = binds?.isOptional === true ? ", where it is there" : "";
  return [
    ["header", `\`${header}\`${prefix === "" ? "" : `, behind \`${prefix.trim()}\``}`],
    ["algorithm", algorithms.join(", ")],
    ["key", jwks === undefined ? "the text of the secret" : `fetched from ${jwks}`],
    ["issuer", issuers.length === 0 ? "any" : issuers.map((one) => `\`${one}\``).join(" or ")],
    [
      "hash of what was sent",
      binds === undefined ? "none" : `claim \`${binds.claim}\`, of the ${binds.of}${optional}`,
    ],
  ];
}

/** @param {SignatureScheme["signature"]} place */
function headerOf({ header, prefix = "", pairs, tagged, list, all, numbered }) {
  const names = [header]
    .flat()
    .map((name) => `\`${name}${numbered === undefined ? "" : `1\` to \`${name}${numbered}`}\``);
  const shown = names.join(all === true ? " and " : " or ");
  if (pairs !== undefined) return `${shown}, as pairs: \`${pairs.key}=…\``;
  if (tagged !== undefined) return `${shown}, as \`${tagged},…\``;
  if (list === true) return `${shown}, a list: \`${prefix}…,${prefix}…\``;
  return prefix === "" ? shown : `${shown}, as \`${prefix}…\``;
}

/** @param {SignatureScheme["timestamp"]} rule */
function timeOf(rule) {
  if (rule === undefined) return "none";
  const { header, pair, json, unit, toleranceSeconds } = rule;
  const inBody = json === undefined ? "" : `\`${json}\` in the body`;
  const inHeader = header === undefined ? inBody : `\`${header}\``;
  const place = pair === undefined ? inHeader : `pair \`${pair}\``;
  return `${place}, ${UNITS[unit]}; ${toleranceSeconds} s to either side (\`toleranceSeconds\` changes it)`;
}

/** @param {SignatureScheme["signature"]} place */
function severalOf({ pairs, tagged, list, all, numbered }) {
  const mayBeSeveral = [pairs, tagged, list, all, numbered].some((one) => one !== undefined);
  return mayBeSeveral
    ? "the request may hold several signatures, of which one must be right; "
    : "";
}

/** @param {SignatureScheme} scheme */
function rotationOf({ scheme }) {
  const key = scheme === "hmac" ? "secrets" : "publicKey";
  return `\`${key}: [{ env: "NEW" }, { env: "OLD" }]\` accepts either`;
}

/** @param {Provider} provider @returns {string | undefined} */
export function deliveryIdOf({ signatures = [], delivery }) {
  const own = signatures.find(({ id }) => id !== undefined)?.id;
  const rule = own ?? delivery?.id;
  if (rule === undefined) return undefined;
  const place = rule.header === undefined ? `\`${rule.json}\` in the body` : `\`${rule.header}\``;
  const isSigned = own !== undefined || delivery?.idSigned === true;
  return `${place}, ${isSigned ? "which the signature covers" : "which no signature covers: anybody who has seen a request could send it again under another id"}`;
}

/** @param {Row} row @returns {string} in one sentence */
export function summaryOf({ name, signatures = [], token, jwt, message }) {
  const [scheme] = signatures;
  if (jwt !== undefined) {
    const covers =
      jwt.binds === undefined ? "nothing of the body" : `a hash of the ${jwt.binds.of}`;
    return `${name} sends a JSON Web Token, which covers ${covers}.`;
  }
  if (message !== undefined) return `${name} signs fields of its message.`;
  if (scheme === undefined) {
    return `${name} signs nothing. It sends a token, which is compared: ${tokenPlaceOf(token)}.`;
  }
  const parts = [...scheme.signed.matchAll(/\{(\w+)/g)].map(([, part = ""]) => PARTS[part]);
  const how =
    scheme.scheme === "hmac"
      ? "with a secret that you share"
      : "with a private key, whose public one you have";
  return `${name} signs ${joinWords(parts)} of each request ${how}.`;
}

/** @type {Readonly<Record<string, string>>} */
const PARTS = {
  body: "the body",
  timestamp: "the time stamp",
  id: "the id",
  method: "the method",
  url: "the URL",
  form: "the fields of a form",
};

/** @param {readonly (string | undefined)[]} words */
export const joinWords = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** @param {Provider["token"]} place */
export function tokenPlaceOf({ header, prefix = "", query, body, basic } = {}) {
  if (basic === true) return "user and password of `Authorization: Basic`";
  if (header !== undefined)
    return `header \`${header}\`${prefix === "" ? "" : `, behind \`${prefix.trim()}\``}`;
  if (query !== undefined) return `\`?${query}=\` of the URL`;
  const paths = [body].flat().map((path) => `\`${path}\``);
  return `${paths.join(" or ")} in the body`;
}

/** @param {Provider} provider @returns {string | undefined} */
export function handshakeOf({ handshake }) {
  return handshake === undefined ? undefined : HANDSHAKES[handshake];
}

/** @param {Provider} provider */
export const needsVerifyToken = ({ handshake }) =>
  handshake !== undefined && TOKEN_HANDSHAKES.has(handshake);

/** What does not cover the body cannot tell another body. @param {Row} provider */
export function tamperedOf({ jwt, message }) {
  const isBound = jwt === undefined ? message !== "mailgun" : jwt.binds?.of === "body";
  return isBound ? "body" : "signature";
}
