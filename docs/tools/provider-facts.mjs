// @ts-check
// A vendor → the sentences that its page has about it.

/**
 * @typedef {import("@hookwright/signatures/vendors").Provider} Provider
 * @typedef {import("@hookwright/signatures/vendors").Vendor} Vendor
 * @typedef {import("@hookwright/signatures").SignatureScheme} SignatureScheme
 * @typedef {import("@hookwright/signatures").JwtScheme} JwtScheme
 */

/** @type {Readonly<Record<string, string>>} */
const ALGORITHMS = {
  sha1: "HMAC-SHA1",
  sha256: "HMAC-SHA256",
  sha512: "HMAC-SHA512",
  ed25519: "Ed25519",
  "ecdsa-p256": "ECDSA on P-256 with SHA-256",
  "rsa-sha256": "RSA PKCS#1 v1.5 with SHA-256",
};

/** The text of the secret is the usual key, and goes without saying. @type {Readonly<Record<string, string>>} */
const KEYS = {
  base64: "the secret, decoded from base64",
  hex: "the secret, decoded from hex",
  sha1: "the SHA-1 of the secret",
  whsec: "the base64 after `whsec_`, decoded",
  "raw-hex": "the public key in hex",
  "raw-base64": "the public key in base64",
  whpk: "the base64 after `whpk_`, decoded",
  spki: "the public key as PEM, or the base64 in it",
};

const UNITS = { s: "seconds", ms: "milliseconds", iso: "an ISO date" };

/** @param {SignatureScheme} scheme @returns {string} how it signs, in sentences */
export function signatureOf(scheme) {
  const { algorithm, encoding, key, signed, signature, timestamp, signsDigest } = scheme;
  const digest = signsDigest === true ? "the SHA-256 of " : "";
  return [
    `${ALGORITHMS[algorithm]} of ${digest}\`${signed.replaceAll("\n", "\\n")}\`, in ${encoding}, in ${headerOf(signature)}.`,
    ...(KEYS[key] === undefined ? [] : [`The key is ${KEYS[key]}.`]),
    ...(timestamp === undefined ? [] : [timeOf(timestamp)]),
    ...(mayBeSeveral(signature) ? ["Of several signatures, one must match."] : []),
  ].join(" ");
}

/** @param {JwtScheme} jwt @returns {string} what its token is, in sentences */
export function jwtOf({ algorithms, header, prefix, issuers, binds, keyLimit, jwks }) {
  return [
    `A JSON Web Token (${algorithms.join(", ")}) in \`${header}\`${behind(prefix)}.`,
    jwks === undefined
      ? "The key is the text of the secret."
      : `The keys are fetched from ${jwks}.`,
    ...(issuers.length === 0
      ? []
      : [`Issuer: ${issuers.map((one) => `\`${one}\``).join(" or ")}.`]),
    ...(binds === undefined ? [] : [bindingOf(binds)]),
    ...(keyLimit === undefined
      ? []
      : [
          `If the key has a list \`${keyLimit.list}\`, \`${keyLimit.json}\` in the body must be in it.`,
        ]),
  ].join(" ");
}

/** @param {NonNullable<JwtScheme["binds"]>} binds */
function bindingOf(binds) {
  const optional = binds.isOptional === true ? ", if present," : "";
  const bound =
    binds.of === "field" ? `equal \`${binds.json}\` in the body` : `be the hash of the ${binds.of}`;
  return `The claim \`${binds.claim}\`${optional} must ${bound}.`;
}

/** @param {string} prefix */
const behind = (prefix) => (prefix === "" ? "" : ` after \`${prefix.trim()}\``);

/** @param {SignatureScheme["signature"]} place */
function headerOf({ header, form, prefix = "", pairs, tagged, list, all, numbered }) {
  if (form !== undefined) return `the field \`${form}\` of the form`;
  const names = [header]
    .flat()
    .map((name) => `\`${name}${numbered === undefined ? "" : `1\` to \`${name}${numbered}`}\``);
  const shown = names.join(all === true ? " and " : " or ");
  if (pairs !== undefined) return `${shown} as a pair \`${pairs.key}=…\``;
  if (tagged !== undefined) return `${shown} as \`${tagged},…\``;
  if (list === true) return `${shown} as a list \`${prefix}…,${prefix}…\``;
  return prefix === "" ? shown : `${shown} as \`${prefix}…\``;
}

/** @param {NonNullable<SignatureScheme["timestamp"]>} rule */
function timeOf(rule) {
  const { header, pair, json, unit, toleranceSeconds, isUnchecked } = rule;
  const inBody = json === undefined ? "" : `\`${json}\` in the body`;
  const inHeader = header === undefined ? inBody : `\`${header}\``;
  const inList = pair === "1" ? "the first item" : `the pair \`${pair}\``;
  const place = pair === undefined ? inHeader : inList;
  if (isUnchecked === true) return `The time stamp is ${place}; its age is not checked.`;
  return `The time stamp is ${place}, ${unit === "iso" ? "" : "in "}${UNITS[unit]}, ±${toleranceSeconds} s.`;
}

/** @param {SignatureScheme["signature"]} place */
function mayBeSeveral({ pairs, tagged, list, all, numbered }) {
  return [pairs, tagged, list, all, numbered].some((one) => one !== undefined);
}

/** @param {Provider} provider @returns {string | undefined} */
export function deliveryIdOf({ signatures = [], delivery }) {
  const own = signatures.find(({ id }) => id !== undefined)?.id;
  const rule = own ?? delivery?.id;
  if (rule === undefined) return undefined;
  const place = rule.header === undefined ? `\`${rule.json}\` in the body` : `\`${rule.header}\``;
  const isSigned = own !== undefined || delivery?.idSigned === true;
  return `${place}, ${isSigned ? "signed" : "not signed: a captured request could be sent again with another id"}`;
}

/** @param {Provider} provider @returns {string} in one sentence */
export function summaryOf({ name, signatures = [], token, jwt, message }) {
  const [scheme] = signatures;
  if (jwt !== undefined) {
    return `${name}: a JSON Web Token proves the sender. It covers ${coveredBy(jwt)}.`;
  }
  if (message !== undefined) return `${name} signs fields of its message.`;
  if (scheme === undefined) {
    return `${name}: nothing is signed. A token in ${tokenPlaceOf(token)} is compared.`;
  }
  const parts = [...scheme.signed.matchAll(/\{(\w+)(?::([^}]+))?/g)].map(
    ([, part = "", name = ""]) => partOf(part, name),
  );
  const how =
    scheme.scheme === "hmac"
      ? "with a shared secret"
      : "with a private key; the config has the public one";
  return `${name} signs ${joinWords(parts)} ${how}.`;
}

/** @param {string} part @param {string} name */
function partOf(part, name) {
  if (part === "header") return `the header \`${name}\``;
  if (part === "query") return `\`${name.replace(/^lower:/, "")}\` of the query`;
  if (part === "form" && name !== "sorted") return `the field \`${name}\` of its form`;
  return PARTS[part];
}

/** @param {JwtScheme} jwt */
function coveredBy({ binds }) {
  if (binds === undefined) return "nothing of the body";
  return binds.of === "field"
    ? `\`${binds.json}\` of the body, and nothing else of it`
    : `a hash of the ${binds.of}`;
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
  if (basic === true) return "`Authorization: Basic`, user and password";
  if (header !== undefined) return `the header \`${header}\`${behind(prefix)}`;
  if (query !== undefined) return `\`?${query}=\` of the URL`;
  const paths = [body].flat().map((path) => `\`${path}\``);
  return `${paths.join(" or ")} in the body`;
}

/** @param {Provider} provider */
export const needsVerifyToken = ({ handshake }) =>
  handshake !== undefined && TOKEN_HANDSHAKES.has(handshake);

/** A proof that does not cover the body does not notice another body. @param {Provider} provider */
export function tamperedOf({ jwt, message, signatures: [scheme] = [] }) {
  const signsBody = scheme === undefined || /\{(?:body|form|json)\b/.test(scheme.signed);
  const isBound = jwt === undefined ? message !== "mailgun" && signsBody : jwt.binds?.of === "body";
  return isBound ? "body" : "signature";
}

/** What a reader of the row would not expect. @param {Vendor} vendor @param {readonly Provider[]} providers */
export function trapsOf({ provider, page }, providers) {
  return [
    ...(page?.notes ?? []),
    ...replaysOf(provider),
    ...sharedHeaderOf(provider, providers),
    ...answersOf(provider),
  ];
}

/** What the proof does not cover. @param {Provider} provider @returns {readonly string[]} */
function replaysOf({ signatures: [scheme] = [], token, needsPublicUrl, delivery }) {
  return [
    ...(needsPublicUrl === true
      ? [
          "The URL is signed: `publicUrl` must be the text that you entered at the vendor, with its scheme, port and final slash. The `Host` header is never used.",
        ]
      : []),
    ...(scheme !== undefined && (scheme.timestamp === undefined || scheme.timestamp.isUnchecked)
      ? [
          `No time stamp is ${scheme.timestamp?.isUnchecked || /\{header:[^}]*time/.test(scheme.signed) ? "checked" : "signed"}: a captured request can be sent again at any time.`,
        ]
      : []),
    ...(delivery?.bodyBound === false
      ? [
          "The proof does not cover the body: a captured request can be sent with another body while the proof is valid.",
        ]
      : []),
    ...(scheme === undefined && token !== undefined
      ? ["The token does not cover the body: anyone who has seen a request can send others."]
      : []),
  ];
}

/** What its answers are because of the vendor. @param {Provider} provider @returns {readonly string[]} */
function answersOf({ delivery, handshake }) {
  const after4xx = delivery?.on4xx === "repeats" ? "send an event again" : "disable the hook";
  return [
    ...(delivery?.on4xx === undefined
      ? []
      : [
          `A 4xx would make the vendor ${after4xx}, so a payload that cannot become an action gets ${delivery.acknowledge ?? 204} ([details](../signatures.md#answers-to-vendors-that-retry)).`,
        ]),
    ...(delivery?.acknowledge === undefined
      ? []
      : [
          "Only 200 is a success for the vendor, so accepted events get 200 unless the mapping has its own `respond`.",
        ]),
    ...(handshake !== undefined && SIGNING_HANDSHAKES.has(handshake)
      ? [
          "The handshake signs, for anyone, a short text of letters, digits and `._~+/=-`. A body that is such a text is refused, whatever its signature.",
        ]
      : []),
  ];
}

/** @param {Provider} provider @param {readonly Provider[]} providers @returns {readonly string[]} */
function sharedHeaderOf({ id, signatures: [scheme] = [] }, providers) {
  if (scheme === undefined || scheme.signature.tagged !== undefined) return [];
  if (scheme.signature.form !== undefined) return [];
  const header = String(scheme.signature.header);
  const others = providers.filter(
    (other) => other.id !== id && String(other.signatures?.[0]?.signature.header) === header,
  );
  if (others.length === 0) return [];
  const names = joinWords(others.map(({ name }) => name));
  return [
    `${names} ${others.length === 1 ? "uses" : "use"} the same header, so the config names the vendor.`,
  ];
}

/** @type {Readonly<Record<string, string>>} by the name of the handshake */
export const HANDSHAKES = {
  strava:
    "A GET with `hub.verify_token` is answered with `hub.challenge` in JSON if the token is `verifyToken`.",
  smartcar:
    "A POST with the event `VERIFY` is answered with the HMAC of its `challenge`, and starts no run.",
  braintree:
    "A GET with `bt_challenge`, 20 to 32 hexadecimal digits, is answered with `verifyToken`, which is the public key, and the HMAC of the digits.",
  oura: "A GET with `verification_token` is answered with its `challenge` in JSON if the token is `verifyToken`.",
  woocommerce:
    "An unsigned form of exactly `webhook_id=<digits>`, sent when a webhook is saved, is answered with 200 and starts no run.",
  probe: "A GET or HEAD is answered with 200; where the URL has a key, the key must be right.",
  slack: "A signed `url_verification` is answered with its `challenge`.",
  meta: "A GET with `hub.verify_token` is answered with `hub.challenge` if the token is `verifyToken`: a text that you choose and enter at the vendor.",
  zoom: "A signed `endpoint.url_validation` is answered with the HMAC of its `plainToken`.",
  x: "A GET with `crc_token` is answered with the HMAC of the token.",
  "microsoft-graph": "A POST with `?validationToken=` is answered with the token as text.",
  dropbox: "A GET with `?challenge=` is answered with the challenge as text.",
  discord:
    'A signed event of type 0 is answered with 204, and a signed ping of an interaction (type 1) with `{"type":1}`.',
  twitch: "A signed `webhook_callback_verification` is answered with its `challenge`.",
  monday: "A POST whose only key is `challenge` is answered with the same JSON.",
  okta: "A GET with `X-Okta-Verification-Challenge` is answered with the challenge in JSON.",
  trello: "A HEAD is answered with 200.",
  ebay: "A GET with `challenge_code` is answered with the SHA-256 of the code, `verifyToken` and `publicUrl`. You choose the token, and enter token and URL at the vendor.",
  linkedin: "A GET with `challengeCode` is answered with its HMAC.",
  feishu:
    "A `url_verification` whose token is `verifyToken`, which the vendor shows, is answered with its `challenge`.",
  front:
    "A signed POST with `X-Front-Challenge` is answered with the value of the header as text, and starts no run.",
  ringcentral:
    "A POST with `Validation-Token` and without an `event`, sent when a subscription is created or renewed, is answered with the same header and starts no run.",
  cloudevents:
    "An OPTIONS with `WebHook-Request-Origin` is allowed, and an Event Grid validation is answered with its code.",
};

/** Handshakes whose answer is an HMAC of a text that the caller chooses. */
export const SIGNING_HANDSHAKES = new Set(["x", "zoom", "linkedin", "smartcar", "braintree"]);

/** Handshakes that want `handshake: { verifyToken }`. */
export const TOKEN_HANDSHAKES = new Set(["meta", "ebay", "feishu", "strava", "oura", "braintree"]);
