// @ts-check
// Claims about tokens and messages that carry their signatures.

const readSns = "packages/signatures/src/serving/message/sns.ts";
const compileSns = "packages/core/src/authoring/compile/compile-auth.ts";
const matchAll = "packages/signatures/src/serving/message/parse-message.ts";
const adyen = "packages/signatures/src/serving/message/verify-adyen.ts";
const jwks = "packages/signatures/src/serving/keys/jwks-keys.ts";
const readJwt = "packages/signatures/src/serving/jwt/read-jwt.ts";
const jwtTest = "packages/signatures/src/serving/jwt/verify-jwt.test.ts";
const jwksTest = "packages/signatures/src/serving/keys/jwks-keys.test.ts";
const snsTest = "packages/signatures/src/serving/message/verify-sns.test.ts";
const adyenTest = "packages/signatures/src/serving/message/verify-adyen.test.ts";

/** @type {readonly import("../claims.mjs").Claim[]} */
export const messageClaims = [
  {
    claim:
      "A message of Amazon SNS counts where Amazon has signed it for a topic of the config, and confirms nothing unasked",
    proofs: [{ file: snsTest }],
    mutants: [
      {
        file: readSns,
        find: 'if (typeof topic !== "string" || !topics.includes(topic))',
        replace: 'if (typeof topic !== "string")',
        effect: "everybody with an AWS account can send events",
        dies: [
          "trap 28 verifySns() refuses a right signature of another topic, before it fetches anything",
        ],
      },
      {
        file: readSns,
        find: "!topics.includes(topic)",
        replace: "!topics.some((one) => topic.startsWith(one))",
        effect: "a topic whose name only begins like ours counts",
        dies: [
          "trap 28 verifySns() refuses a right signature of another topic, before it fetches anything",
        ],
      },
      {
        file: compileSns,
        find: "if (topics === undefined) {",
        replace: "if (topics === undefined) return [];\n  if (topics === null) {",
        effect: "a config without topics is taken",
        dies: ['trap 28 compileSns() finds what is wrong with {"provider":"sns"}'],
      },
      {
        file: readSns,
        find: 'const type = readOwn(value, "Type");',
        replace:
          'const type = readHeader(headers, "x-amz-sns-message-type") ?? readOwn(value, "Type");',
        effect: "a header that nobody has signed tells the type",
        dies: ["trap 28 verifySns() takes the type of the message, and no header's"],
      },
      {
        file: "packages/signatures/src/serving/keys/certificate-keys.ts",
        find: " && names.some((one) => name.test(one));",
        replace: ";",
        effect: "a certificate of any other service counts",
        dies: ["trap 26 verifySns() judges a certificate of sqs.amazonaws.com"],
      },
      {
        file: compileSns,
        find: "service: confirm ? service : undefined",
        replace: "service",
        effect: "each subscription is confirmed",
        dies: [
          "trap 28 createSnsHandshake() confirms a subscription only where the config asks for it",
        ],
      },
    ],
  },
  {
    claim:
      "Every item of a message of Adyen is signed, all by one key, and a copy with other unsigned fields is a repeat",
    proofs: [{ file: adyenTest }],
    mutants: [
      {
        file: matchAll,
        find: "all.length > 0 && !all.includes(false)",
        replace: "all.includes(true)",
        effect: "one right item opens the door for all",
        dies: ["trap 30 verifyAdyen() checks every item, and refuses all for one of them"],
      },
      {
        file: adyen,
        find: "for (const element of list) {",
        replace: "for (const element of list.slice(0, 1)) {",
        effect: "only the first item is checked",
        dies: ["trap 30 verifyAdyen() checks every item, and refuses all for one of them"],
      },
      {
        file: adyen,
        find: "return mapPromise(matchAll(read.items, keys), (keyIndex) => {",
        replace:
          "const each = Promise.all(read.items.map(async (item) => matchAll([item], keys)));\n  return mapPromise(each.then((found) => Math.min(...found)), (keyIndex) => {",
        effect: "items of two senders are one message",
        dies: ["trap 30 verifyAdyen() accepts no items of two keys"],
      },
      {
        file: adyen,
        find: '(index !== FREE_TEXT && value.includes(":"))',
        replace: "index < 0",
        effect: "text moves from one field to the next",
        dies: ["trap 15 verifyAdyen() lets no text move from one field to the next"],
      },
      {
        file: adyen,
        find: "const signed = read.items.map(({ text }) => `${text}\\n`);",
        replace: "const signed = [body];",
        effect: "a copy with another unsigned field is another event",
        dies: ["trap 31 verifyAdyen() makes the signed id of what is signed alone"],
      },
    ],
  },
  {
    claim: "No token and no message chooses the algorithm by which it is verified",
    proofs: [{ file: jwtTest }, { file: jwksTest }, { file: snsTest }],
    mutants: [
      {
        file: readJwt,
        find: 'const algorithm = allowed.find((one) => one === readOwn(header, "alg"));',
        replace: 'const algorithm = readOwn(header, "alg") as JwtAlgorithm | undefined;',
        effect: "a token names its algorithm",
        dies: [
          'trap 16 readJwt() lets no token choose the algorithm "none"',
          'trap 16 readJwt() lets no token choose the algorithm "RS256"',
        ],
      },
      {
        file: readJwt,
        find: 'if (Object.hasOwn(header, "crit")) return MALFORMED;',
        replace: "",
        effect: "what a token demands of its reader is passed over",
        dies: ["trap 16 readJwt() refuses crit"],
      },
      {
        file: jwks,
        find: "return `${algorithm} ${keyId}`;",
        replace: "return keyId;",
        effect: "an id stands for a key of any algorithm",
        proof: jwksTest,
        dies: ["trap 16 createJwksKeys() takes a key of its id, and of an algorithm of the config"],
      },
      {
        file: readSns,
        find: 'if (readOwn(value, "SignatureVersion") !== String(signatureVersion)) {',
        replace: 'if (readOwn(value, "SignatureVersion") === null) {',
        effect: "a message names its version of signatures",
        proof: snsTest,
        dies: ["trap 16 verifySns() takes the version of the config alone"],
      },
    ],
  },
];
