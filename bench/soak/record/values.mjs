// Choices → secrets and facts about people, in every form that `record` replaces, and where each can stand.
import { createTokens } from "./tokens.mjs";

/**
 * @typedef {{ kind: string, written: string, hidden: readonly string[], isNumber?: boolean, key?: string }} Planted
 * `hidden`: what no file may have. `key`: it is a secret only below this key.
 * @typedef {import("./choices.mjs").Choices} Choices
 */

/** A token of these shapes is a secret wherever it is. */
const SHAPES = /** @type {const} */ ([
  ["sk_live_", 24],
  ["sk_test_", 24],
  ["rk_live_", 24],
  ["ghp_", 36],
  ["gho_", 36],
  ["ghs_", 36],
  ["github_pat_", 40],
  ["xoxb-", 24],
  ["xoxp-", 24],
  ["AKIA", 16],
  ["ASIA", 16],
]);

/** R4: values of these keys are secrets, whatever they look like. */
const SECRET_KEYS =
  "password passwd secret token api_key authorization cookie session signature private_key client_secret otp pin cvv apiKey X-Api-Key accessToken".split(
    " ",
  );

/** R5: values of these keys say who a person is. */
const PERSON_KEYS =
  "name first_name last_name login username email phone address street zip city ip firstName".split(
    " ",
  );

/** R4: parameters of URLs that are credentials. */
const PARAMETERS =
  "token key sig signature code X-Amz-Signature X-Amz-Credential X-Amz-Security-Token".split(" ");

/** @param {Choices} choices @param {readonly string[]} known secrets of the config and the environment @returns {readonly Planted[]} one of each kind */
export function createValues(choices, known) {
  const { alnum, digits, choose } = choices;
  const whole = (/** @type {string} */ kind, /** @type {string} */ written, parts = [written]) => ({
    kind,
    written,
    hidden: parts,
  });
  const shapes = SHAPES.map(([start, length]) => {
    const end = alnum(length);
    return whole(`token ${start}`, start + end, [end]);
  });
  const [head, body, end] = [alnum(12), alnum(30), alnum(20)];
  const pem = alnum(40);
  const card = cardNumber(`4${digits(14)}`);
  const groups = /** @type {string[]} */ (card.match(/\d{4}/g));
  const iban = ibanOf(digits(18));
  const urlSecret = alnum(16);
  const parameter = choose(PARAMETERS);
  const [mail, key, person] = [alnum(10), alnum(14), alnum(9)];
  const ip = `${1 + choices.below(180)}.${choices.below(250)}.${choices.below(250)}.${1 + choices.below(250)}`;
  const phone = digits(7);
  return [
    ...shapes,
    ...createTokens(choices),
    whole("JWT", `eyJ${head}.${body}.${end}`, [head, body, end]),
    whole("PEM", `-----BEGIN PRIVATE KEY-----\n${pem}\n-----END PRIVATE KEY-----`, [pem]),
    whole("config or environment", choose(known)),
    whole("card", card),
    whole("card in groups", groups.join(choose([" ", "-"])), [
      groups.slice(1).join(" "),
      groups.slice(1).join("-"),
    ]),
    { kind: "card as a number", written: card, hidden: [card], isNumber: true },
    whole("IBAN", iban, [iban.slice(4)]),
    whole("IBAN in groups", /** @type {string[]} */ (iban.match(/.{1,4}/g)).join(" "), [
      /** @type {string[]} */ (iban.match(/.{1,4}/g)).slice(1).join(" "),
    ]),
    whole("URL userinfo", `https://${choose(["ann:", ""])}${urlSecret}@host.example/x`, [
      urlSecret,
    ]),
    whole("URL parameter", `https://host.example/x?a=1&${parameter}=${urlSecret}#top`, [urlSecret]),
    { kind: "key", written: key, hidden: [key], key: choose(SECRET_KEYS) },
    {
      kind: "key with a number",
      written: digits(9),
      hidden: [],
      isNumber: true,
      key: choose(["otp", "pin", "cvv"]),
    },
    whole("mail address", `${mail}@acme.io`, [mail]),
    whole("phone", `+49 171 ${phone}`, [`171 ${phone}`]),
    whole("phone, American", `(415) 555-${phone.slice(0, 4)}`, [`555-${phone.slice(0, 4)}`]),
    whole("IP", ip),
    whole("IP, version 6", `2a02:8108:${phone.slice(0, 4)}::1`, [`8108:${phone.slice(0, 4)}`]),
    { kind: "person", written: person, hidden: [person], key: choose(PERSON_KEYS) },
  ].map((one) =>
    "isNumber" in one && one.hidden.length === 0 ? { ...one, hidden: [one.written] } : one,
  );
}

/**
 * Where a value can be. Below a key: with that key around it. What is not part of the payload is given to `parts`.
 *
 * @type {Readonly<Record<string, (value: Planted, parts: RequestParts) => unknown>>}
 * @typedef {{ headers: Record<string, string>, query: Record<string, string>, id: number }} RequestParts
 */
export const PLACES = {
  value: (one) => inKey(one),
  list: (one) => [[inKey(one)]],
  deep: (one) =>
    one.key === undefined ? inKey(one) : below(one.key, { x: [bare(one), { y: bare(one) }] }),
  "inside text": (one) => inText(one),
  "inside a URL": (one) => (isPlain(one) ? `https://host.example/a/${one.written}/b` : inKey(one)),
  "name of a key": (one) => (one.key === undefined ? { [one.written]: 1 } : inKey(one)),
  "JSON text": (one) => JSON.stringify({ inner: inKey(one), list: [inKey(one)] }),
  "JSON text in JSON text": (one) => JSON.stringify([JSON.stringify({ inner: inKey(one) })]),
  "JSON in base64": (one) => ({ data: encode({ inner: inKey(one) }, "base64") }),
  "JSON in base64url": (one) => ({ data: encode([inKey(one), "??>>"], "base64url") }),
  header: (one, { headers, id }) => {
    const text = one.key === undefined ? one.written : JSON.stringify(inKey(one));
    headers[`x-${id}-resource`] = text.replaceAll("\n", " ");
  },
  query: (one, { query, id }) => {
    if (one.key === undefined) query[`q${id}`] = one.written;
    else query[QUERY_NAMES.get(one.key) ?? one.key] = one.written;
  },
  "name of a parameter": (one, { query }) => {
    if (one.key === undefined) query[one.written] = "1";
  },
};

/** @param {Planted} one */
function inKey(one) {
  return one.key === undefined ? bare(one) : below(one.key, bare(one));
}

/** A name is a person's below some keys only. @param {string} key @param {unknown} value */
function below(key, value) {
  return key === "name" ? { author: { name: value } } : { [key]: value };
}

/** With `token`, the sender would say who it is; a name with nothing beside it is not a person's. */
const QUERY_NAMES = new Map([
  ["token", "access_token"],
  ["name", "first_name"],
]);

/** @param {Planted} one */
function bare({ written, isNumber }) {
  return isNumber ? Number(written) : written;
}

/** @param {Planted} one */
function inText(one) {
  return one.key === undefined ? `see ${one.written} there` : inKey(one);
}

/** A path of a URL has no spaces and no colons of its own. @param {Planted} one */
function isPlain({ key, kind, written }) {
  return key === undefined && /^[\w.@+-]+$/.test(written) && kind !== "mail address";
}

/** @param {unknown} value @param {"base64" | "base64url"} encoding */
function encode(value, encoding) {
  return Buffer.from(JSON.stringify(value)).toString(encoding);
}

/** @param {string} digits all but the last, which is computed */
function cardNumber(digits) {
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = index % 2 === digits.length % 2 ? Number(digit) : Number(digit) * 2;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** @param {string} account 18 digits, of a German account */
function ibanOf(account) {
  // D and E are 13 and 14; the check digits are 00 while they are computed.
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, "0")}${account}`;
}
