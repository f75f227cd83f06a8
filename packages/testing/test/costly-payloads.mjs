// Payloads of any size in shapes that are much work to redact, by name: every kind of thing that a pattern looks for, begun and never
// ended, and what grows with what was found before.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** @typedef {(size: number) => unknown} Payload */

/** One after the other, each alike. @type {Readonly<Record<string, string>>} */
const REPEATED = {
  "parameters without values": "?a=",
  "parameters that hold each other": "?a=%3Fa%3D",
  "names of parameters": "?token",
  "signs of percent": "%",
  "percent that is encoded": "%25",
  "escapes of JSON": "\\u0041",
  backslashes: "\\",
  entities: "&#65;",
  "soft line breaks": "=\n",
  "invisible characters": "a\u200b",
  lines: "a1\n",
  letters: "a",
  digits: "7",
  "words with dashes": "build-main-",
  slashes: "a/",
  "beginnings of mail addresses": "a@",
  "mail addresses": "ann@acme.io ",
  "characters of mail addresses": "a.!#$%&'*+/=?^_`{|}~-",
  "beginnings of addresses with users": "http://a:",
  "beginnings of web tokens": "eyJhbGciOi.",
  "beginnings of keys": "-----BEGIN RSA PRIVATE KEY-----\nMIIE",
  "schemes of headers": "Authorization: Basic ",
  "names of secrets": 'password":',
  "secrets by their names": "token=abcd&",
  "links to sign in": "/login-reset",
  "beginnings of vendors' tokens":
    "pi_aaaaaaaa_secret_ SG.aaaaaaaaaaaaaaaaaa. 1/1234567890/1234567890:",
  "addresses of networks": "1.2.3.4 ",
  "groups of addresses": "a:b:",
  phones: "+1 415 555 0100 ",
  cards: "4242 4242 4242 4242 ",
  accounts: "DE89 3704 0044 0532 0130 00 ",
  "JSON that opens": '[{"a":',
};

/** @type {Readonly<Record<string, Payload>>} */
const OTHERS = {
  "parameters of which the last is encoded": (size) => `${"?a=".repeat(size / 3)}%41`,
  "encoded within encoded": (size) => `?${"a=".repeat(size / 4)}%${"25".repeat(size / 4)}41`,
  "random characters": (size) => random(size),
  "random words": (size) => items(size, 30, () => random(30)).join(" "),
  "random lines": (size) => items(size, 77, () => random(76)).join("\n"),
  tokens: (size) => items(size, 41, () => `ghp_${random(36)}`).join(" "),
  "JSON in base64": (size) =>
    Buffer.from(JSON.stringify({ a: random(size / 2) })).toString("base64"),
  "levels of lists": (size) => "[".repeat(size / 2) + "]".repeat(size / 2),
  "values that begin alike": (size) => ({
    users: items(size / 2, 100, (index) => ({
      login: `ab ${"-".repeat(index % 50)}${random(50)}`,
    })),
    text: "ab ".repeat(size / 6),
  }),
  "a value that ends late": (size) => ({
    login: `${"ab ".repeat(60)}x`,
    text: "ab ".repeat(size / 3),
  }),
  "values below a long key": (size) => ({
    ["k".repeat(size / 2)]: items(size / 2, 20, () => "a@acme.io"),
  }),
  keys: (size) => Object.fromEntries(items(size, 40, () => [random(30), 1])),
};

/** @returns {readonly (readonly [name: string, payload: Payload])[]} */
export function costlyPayloads() {
  const repeated = Object.entries(REPEATED).map(
    ([name, text]) =>
      /** @type {const} */ ([
        name,
        (/** @type {number} */ size) => text.repeat(size / text.length),
      ]),
  );
  return [...repeated, ...Object.entries(OTHERS)];
}

/** @template T @param {number} size @param {number} each @param {(index: number) => T} create */
function items(size, each, create) {
  return Array.from({ length: Math.floor(size / each) }, (_, index) => create(index));
}

let state = 1;

/** The same characters in each process. @param {number} length */
function random(length) {
  return Array.from({ length: Math.floor(length) }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return LETTERS[state % LETTERS.length];
  }).join("");
}
