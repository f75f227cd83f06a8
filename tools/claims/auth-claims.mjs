// @ts-check
// Claims about signatures, tokens of a mapping, and the proof of an event.

const src = "packages/core/src";
const auth = `${src}/auth`;
const verifyTest = `${auth}/verify-signature.test.ts`;
const bytesTest = `${auth}/decode-bytes.test.ts`;
const timeTest = `${auth}/check-timestamp.test.ts`;
const keyTest = `${auth}/decode-key.test.ts`;
const webTest = `${auth}/web-crypto.test.ts`;
const signaturesTest = `${auth}/read-signatures.test.ts`;
const tokenTest = `${auth}/verify-token.test.ts`;
const secretsTest = `${src}/compile/auth/read-auth-secrets.test.ts`;
const namesTest = `${src}/compile/auth/check-auth-names.test.ts`;
const schemesTest = `${src}/compile/auth/compose-schemes.test.ts`;
const ruleTest = `${src}/match/index-mappings.proof.test.ts`;
const proofTest = `${src}/resolve/resolve-event.proof.test.ts`;
const nodeTest = "packages/config/src/crypto/create-node-crypto.test.ts";
const oneByte = "verifySignature() refuses a request of which one byte is changed, wherever it is";

/** @type {readonly import("./claims.mjs").Claim[]} */
export const authClaims = [
  {
    claim: "A request whose body, signature or signed time stamp was changed is refused",
    proofs: [{ file: verifyTest }],
    mutants: [
      {
        file: `${auth}/verify-signature.ts`,
        find: 'if (keyIndex === -1) return { ok: false, code: "signature_wrong" };',
        replace: "",
        effect: "a signature that no key has made is accepted",
        dies: [oneByte],
      },
      {
        file: `${auth}/decode-bytes.ts`,
        find: "difference |= (left[index] as number) ^ (right[index] ?? 0);",
        replace: "difference |= index > 0 ? 0 : (left[index] as number) ^ (right[index] ?? 0);",
        effect: "only the first byte of a signature is compared",
        dies: [oneByte],
      },
      {
        file: `${auth}/build-signed.ts`,
        find: "built.push(value);",
        replace: 'built.push(part.kind === "timestamp" ? "1700000000" : value);',
        effect: "the time stamp that was sent is not the one that is signed",
        dies: [oneByte],
      },
      {
        file: `${auth}/verify-signature.ts`,
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
        file: `${auth}/decode-bytes.ts`,
        find: "for (let index = 0; index < left.length; index++) {\n    difference |=",
        replace:
          "for (let index = 0; index < left.length && difference === 0; index++) {\n    difference |=",
        effect: "the comparison ends at the first difference",
        dies: [
          "trap 12 bytesMatch() reads every byte of the left side, wherever the first difference is",
        ],
      },
      {
        file: `${auth}/verify-signature.ts`,
        find: "bytesMatch(signature, expected) || found",
        replace: "found || bytesMatch(signature, expected)",
        effect: "signatures behind the right one are not compared",
        proof: verifyTest,
        dies: [
          "trap 12 verifySignature() tries every signature under every key, also behind a match",
        ],
      },
      {
        file: `${auth}/verify-signature.ts`,
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
        file: `${auth}/check-timestamp.ts`,
        find: 'return ageSeconds < -rule.toleranceSeconds ? "timestamp_in_future" : undefined;',
        replace: "return undefined;",
        effect: "a request of the future is accepted",
        dies: ["trap 7 checkTimestamp() refuses the past and the future beyond it"],
      },
      {
        file: `${auth}/check-timestamp.ts`,
        find: "const DIGITS = /^\\d{1,15}$/;",
        replace: "const DIGITS = /^\\d/;",
        effect: "numbers with an exponent or a fraction are accepted",
        dies: ['trap 7 checkTimestamp() refuses "1700000000.0"'],
      },
      {
        file: `${auth}/check-timestamp.ts`,
        find: 'return unit === "s" ? Number(text) * 1000 : Number(text);',
        replace: "return text.length < 12 ? Number(text) * 1000 : Number(text);",
        effect: "the unit is guessed by the size of the number",
        dies: ["trap 6 checkTimestamp() does not guess the unit by its size"],
      },
      {
        file: `${src}/compile/auth/check-scheme.ts`,
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
        file: `${auth}/read-signatures.ts`,
        find: "else if (pairs.has(name)) return undefined;",
        replace: "",
        effect: "the last of two time stamps counts",
        dies: ["trap 9 readSignatures() refuses a header with two time stamps"],
      },
      {
        file: `${auth}/verify-signature.ts`,
        find: "const ID = /^[\\w-]{1,256}$/;",
        replace: "const ID = /^[\\w.-]{1,256}$/;",
        effect: "an id may hold the full stop that ends it",
        proof: verifyTest,
        dies: ["trap 15 verifySignature() refuses an id that could take text of the next part"],
      },
      {
        file: `${auth}/read-signatures.ts`,
        find: "const MAX_CANDIDATES = 16;",
        replace: "const MAX_CANDIDATES = 16_000;",
        effect: "one request may ask for thousands of comparisons",
        dies: ["trap 9 readSignatures() refuses more than 16 signatures"],
      },
      {
        file: `${auth}/read-signatures.ts`,
        find: "if (Array.isArray(values) && values.length > 1)",
        replace: "if (values === null)",
        effect: "a signature that came twice is taken",
        dies: ["trap 10 readSignatures() refuses a header that came twice"],
      },
    ],
  },
  {
    claim: "An empty secret, token or key opens nothing",
    proofs: [
      { file: secretsTest },
      { file: keyTest },
      { file: webTest },
      { file: nodeTest },
      { file: tokenTest },
    ],
    mutants: [
      {
        file: `${src}/compile/auth/read-auth-secrets.ts`,
        find: 'if (result.secret === "") {',
        replace: 'if (result.secret === "x") {',
        effect: "a blank secret is a secret",
        dies: ["trap 14 readAuthSecrets() refuses an empty secret, token or key at start"],
      },
      {
        file: `${auth}/decode-key.ts`,
        find: "if (bytes === undefined || bytes.length === 0) return wrong;",
        replace: "if (bytes === undefined) return wrong;",
        effect: "a prefix without a key is the empty key",
        proof: keyTest,
        dies: ['trap 13 decodeKey() refuses "whsec_" as whsec, and says what it expects'],
      },
      {
        file: `${auth}/web-crypto.ts`,
        find: "if (bytes.length === 0) throw",
        replace: "if (bytes.length < 0) throw",
        effect: "WebCrypto is asked to sign with the empty key",
        proof: webTest,
        dies: ["trap 14 createWebCrypto() signs nothing with an empty key"],
      },
      {
        file: "packages/config/src/crypto/create-node-crypto.ts",
        find: "if (bytes.length === 0) throw",
        replace: "if (bytes.length < 0) throw",
        effect: "node:crypto signs with the empty key, which everybody knows",
        proof: nodeTest,
        dies: ["trap 14 createNodeCrypto() signs nothing with an empty key"],
      },
      {
        file: `${src}/data/token-matches.ts`,
        find: 'if (token === "") return false;',
        replace: "",
        effect: "an empty token equals the one that is missing",
        proof: tokenTest,
        dies: ["trap 14 verifyToken() accepts no empty token"],
      },
    ],
  },
  {
    claim: "The config fixes the algorithm, and no public key serves as a secret",
    proofs: [{ file: keyTest }, { file: nodeTest }, { file: schemesTest }],
    mutants: [
      {
        file: `${auth}/decode-key.ts`,
        find: "return identifier !== undefined && start.join",
        replace: "return identifier === undefined || start.join",
        effect: "the text of a public key is taken for a secret",
        dies: ["trap 16 decodeKey() takes no public key for an HMAC"],
      },
      {
        file: `${auth}/decode-key.ts`,
        find: 'if (form === "spki") return isOfAlgorithm(bytes, algorithm) ? { ok: true, bytes, form } : wrong;',
        replace: 'if (form === "spki") return { ok: true, bytes, form };',
        effect: "the key of any algorithm is taken",
        dies: ["trap 16 decodeKey() takes a public key for its own algorithm alone"],
      },
      {
        file: "packages/config/src/crypto/create-node-crypto.ts",
        find: "if (key.asymmetricKeyType !== KEY_TYPES[algorithm]) {",
        replace: "if (key.asymmetricKeyType === undefined) {",
        effect: "the key chooses the algorithm",
        proof: nodeTest,
        dies: ["trap 16 createNodeCrypto() takes no key of another algorithm"],
      },
      {
        file: `${src}/compile/auth/check-scheme.ts`,
        find: "!KEY_FORMS[scheme].includes(key)",
        replace: "KEY_FORMS[scheme].length === 0",
        effect: "a scheme with a secret takes the form of a public key",
        proof: schemesTest,
        dies: ["checkScheme() takes no form of public keys for a secret"],
      },
    ],
  },
  {
    claim: "An event that one proof has authenticated is resolved by no mapping of another",
    proofs: [{ file: ruleTest }, { file: proofTest }, { file: namesTest }],
    mutants: [
      {
        file: `${src}/match/index-mappings.ts`,
        find: "return auth !== undefined && auth.id === proof;",
        replace: "return auth === undefined || auth.id === proof;",
        effect: "a catch-all takes the events of signed hooks",
        dies: [
          "trap 18 acceptsProof() gives the event of a signed hook to no mapping without an auth",
        ],
      },
      {
        file: `${src}/match/index-mappings.ts`,
        find: "return auth === undefined || auth.orToken;",
        replace: "return true;",
        effect: "the hook token opens every signed hook",
        dies: [
          "trap 38 acceptsProof() takes the hook token for a signature only where the auth says so",
        ],
      },
      {
        file: `${src}/match/index-mappings.ts`,
        find: "if (!acceptsProof(entry.rule.auth, subject.proof)) continue;",
        replace: "",
        effect: "nobody asks for the proof of an event",
        dies: ["trap 18 indexMappings() passes over mappings that ask for another proof"],
      },
      {
        file: `${src}/resolve/resolve-event.ts`,
        find: "if (!acceptsProof(undefined, view.proof)) return UNMATCHED;",
        replace: "",
        effect: "a signature opens the built-in routes",
        proof: proofTest,
        dies: ["trap 18 resolveEvent() opens the built-in routes to no signature"],
      },
      {
        file: `${src}/compile/auth/check-auth-names.ts`,
        find: "else if (!isSameAuth(earlier.auth, mapping.auth)) reportConflict(earlier, mapping, report);",
        replace: "",
        effect: "two mappings of a name have different proofs",
        proof: namesTest,
        dies: ["trap 18 checkAuthNames() refuses two mappings of a name with different auth"],
      },
    ],
  },
];
