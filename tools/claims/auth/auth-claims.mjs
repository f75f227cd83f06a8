// @ts-check
// Claims about the check of signatures and time stamps.

const verifyTest = "packages/signatures/src/serving/verify-signature.test.ts";
const bytesTest = "packages/signatures/src/serving/bytes.test.ts";
const timeTest = "packages/signatures/src/serving/check-timestamp.test.ts";
const signaturesTest = "packages/signatures/src/serving/read-signatures.test.ts";
const schemesTest = "packages/core/src/authoring/compile/auth/compose-schemes.test.ts";
const oneByte = "verifySignature() refuses a request of which one byte is changed, wherever it is";

const doorTest = "packages/core/src/serving/ingress/authenticate.test.ts";

/** @type {readonly import("../claims.mjs").Claim[]} */
export const authClaims = [
  {
    claim: "A request whose body, signature or signed time stamp was changed is refused",
    proofs: [{ file: verifyTest }],
    mutants: [
      {
        file: "packages/signatures/src/serving/verify-signature.ts",
        find: 'if (keyIndex === -1) return { ok: false, code: "signature_wrong" };',
        replace: "",
        effect: "a signature that no key has made is accepted",
        dies: [oneByte],
      },
      {
        file: "packages/signatures/src/serving/bytes.ts",
        find: "difference |= (left[index] as number) ^ (right[index] ?? 0);",
        replace: "difference |= index > 0 ? 0 : (left[index] as number) ^ (right[index] ?? 0);",
        effect: "only the first byte of a signature is compared",
        dies: [oneByte],
      },
      {
        file: "packages/signatures/src/serving/build-signed.ts",
        find: "built.push(value);",
        replace: 'built.push(part.kind === "timestamp" ? "1700000000" : value);',
        effect: "the time stamp that was sent is not the one that is signed",
        dies: [oneByte],
      },
      {
        file: "packages/signatures/src/serving/verify-signature.ts",
        find: "if (time.code !== undefined) return { code: time.code };",
        replace: "",
        effect: "old requests are accepted for ever",
        dies: [
          "trap 7 verifySignature() signs the time stamp as it was sent, and judges its number",
        ],
      },
    ],
  },
  {
    claim:
      "The time of a comparison tells neither where two signatures differ, nor which secret or signature was right",
    proofs: [{ file: bytesTest }, { file: verifyTest }],
    mutants: [
      {
        file: "packages/signatures/src/serving/bytes.ts",
        find: "for (let index = 0; index < left.length; index++) {\n    difference |=",
        replace:
          "for (let index = 0; index < left.length && difference === 0; index++) {\n    difference |=",
        effect: "the comparison ends at the first difference",
        dies: [
          "trap 12 bytesMatch() reads every byte of the left side, wherever the first difference is",
        ],
      },
      {
        file: "packages/signatures/src/serving/match-keys.ts",
        find: "bytesMatch(signature, expected) || found",
        replace: "found || bytesMatch(signature, expected)",
        effect: "signatures behind the right one are not compared",
        proof: verifyTest,
        dies: [
          "trap 12 verifySignature() tries every signature under every key, also behind a match",
        ],
      },
      {
        file: "packages/signatures/src/serving/match-keys.ts",
        find: "? keys.keys.map((key) =>",
        replace: "? keys.keys.slice(0, 1).map((key) =>",
        effect: "only the newest secret is tried",
        proof: verifyTest,
        dies: [
          "trap 12 verifySignature() tries every signature under every key, also behind a match",
          "trap 34 verifySignature() tells the place of the secret that matched, newest first",
        ],
      },
    ],
  },
  {
    claim: "A time stamp counts in its own unit and digits alone, for the past and the future",
    proofs: [{ file: timeTest }, { file: schemesTest }],
    mutants: [
      {
        file: "packages/signatures/src/serving/check-timestamp.ts",
        find: 'return ageSeconds < -rule.toleranceSeconds ? "timestamp_in_future" : undefined;',
        replace: "return undefined;",
        effect: "a request of the future is accepted",
        dies: ["trap 7 checkTimestamp() refuses the past and the future beyond it"],
      },
      {
        file: "packages/signatures/src/serving/check-timestamp.ts",
        find: "const DIGITS = /^\\d{1,15}$/;",
        replace: "const DIGITS = /^\\d/;",
        effect: "numbers with an exponent or a fraction are accepted",
        dies: ['trap 7 checkTimestamp() refuses "1700000000.0"'],
      },
      {
        file: "packages/signatures/src/serving/check-timestamp.ts",
        find: 'return unit === "s" ? Number(text) * 1000 : Number(text);',
        replace: "return text.length < 12 ? Number(text) * 1000 : Number(text);",
        effect: "the unit is guessed by the size of the number",
        dies: ["trap 6 checkTimestamp() does not guess the unit by its size"],
      },
      {
        file: "packages/core/src/authoring/compile/auth/compile-signatures.ts",
        find: "breaks: ({ timestamp }, parts) => isUnsignedTime(timestamp, parts),",
        replace: "breaks: () => false,",
        effect: "a time stamp that nobody has signed is checked",
        proof: schemesTest,
        dies: ["trap 8 checkScheme() refuses to check a time stamp that is not signed"],
      },
    ],
  },
  {
    claim:
      "No header of a request holds two time stamps, and no id takes text of the signed part behind it",
    proofs: [{ file: signaturesTest }, { file: verifyTest }],
    mutants: [
      {
        file: "packages/signatures/src/serving/read-signatures.ts",
        find: "else if (pairs.has(name)) return undefined;",
        replace: "",
        effect: "the last of two time stamps counts",
        dies: ["trap 9 readSignatures() refuses a header with two time stamps"],
      },
      {
        file: "packages/signatures/src/serving/verify-signature.ts",
        find: "const ID = /^[\\w-]{1,256}$/;",
        replace: "const ID = /^[\\w.-]{1,256}$/;",
        effect: "an id may hold the full stop that ends it",
        proof: verifyTest,
        dies: ["trap 15 verifySignature() refuses an id that could take text of the next part"],
      },
      {
        file: "packages/signatures/src/serving/read-signatures.ts",
        find: "const MAX_CANDIDATES = 16;",
        replace: "const MAX_CANDIDATES = 16_000;",
        effect: "one request may ask for thousands of comparisons",
        dies: ["trap 9 readSignatures() refuses more than 16 signatures"],
      },
      {
        file: "packages/signatures/src/serving/read-signatures.ts",
        find: "if (Array.isArray(values) && values.length > 1)",
        replace: "if (values === null)",
        effect: "a signature that came twice is taken",
        dies: ["trap 10 readSignatures() refuses a header that came twice"],
      },
    ],
  },
  {
    claim:
      "Where the query of a request is not what the sender has signed, the event and its checks see the query of `publicUrl` alone",
    proofs: [{ file: "packages/signatures/src/serving/build-signed.test.ts" }, { file: doorTest }],
    mutants: [
      {
        file: "packages/signatures/src/serving/verify-signature.ts",
        find: "return target === request.target ? request : { ...request, target };",
        replace: "return request;",
        effect: "the hash of the body is read from a query that nobody has signed",
        dies: [
          "trap 5 verifySignature() takes no hash from a query that the signature does not cover",
        ],
      },
      {
        file: "packages/core/src/serving/ingress/credentials.ts",
        find: "context.query = parseQuery(queryOf(result.target));",
        replace: "",
        effect: "templates read the query of a stranger",
        proof: doorTest,
        dies: ["trap 4 authenticate() gives the event the query that was signed, and no other"],
      },
      {
        file: "packages/signatures/src/serving/build-signed.ts",
        find: 'return own.split("&").every((pair) => sent.includes(pair)) ? target : withQuery(target, own);',
        replace:
          'return own.split("&").some((pair) => sent.includes(pair)) || own !== "" ? target : withQuery(target, own);',
        effect: "any query of the request counts as signed",
        proof: doorTest,
        dies: ["trap 4 authenticate() gives the event the query that was signed, and no other"],
      },
    ],
  },
  {
    claim: "A public key for which anybody can make signatures is refused when it is loaded",
    proofs: [{ file: "packages/signatures/src/serving/decode-key.test.ts" }],
    mutants: [
      {
        file: "packages/signatures/src/serving/decode-key.ts",
        find: "y[31] = (y[31] as number) & 0x7f;",
        replace: "",
        effect: "the other sign of a weak point is a key",
        dies: ["decodeKey() refuses every point of small order, in every spelling and form"],
      },
      {
        file: "packages/signatures/src/serving/decode-key.ts",
        find: "return isKey && !isWeakPoint(bytes, algorithm) ?",
        replace: "return isKey ?",
        effect: "a weak point in SPKI is a key",
        dies: ["decodeKey() refuses every point of small order, in every spelling and form"],
      },
      {
        file: "packages/signatures/src/serving/decode-key.ts",
        find: '  "0100000000000000000000000000000000000000000000000000000000000000",\n',
        replace: "",
        effect: "the neutral point is a key",
        dies: [
          "decodeKey() refuses every point of small order, in every spelling and form",
          "decodeKey() refuses a key under which Node accepts a signature that nobody made",
        ],
      },
    ],
  },
];
