// @ts-check
// Claims about secrets and keys of an `auth`, and about the proof that an event carries.

const keyTest = "packages/signatures/src/serving/decode-key.test.ts";
const webTest = "packages/signatures/src/serving/web-crypto.test.ts";
const tokenTest = "packages/signatures/src/serving/verify-token.test.ts";
const secretsTest = "packages/core/src/authoring/compile/auth/read-auth-secrets.test.ts";
const sharedTest = "packages/core/src/authoring/compile/auth/read-auth-secrets.test.ts";
const namesTest = "packages/core/src/authoring/compile/compile-endpoints.test.ts";
const schemesTest = "packages/core/src/authoring/compile/auth/compose-schemes.test.ts";
const ruleTest = "packages/core/src/serving/match/index-mappings.test.ts";
const proofTest = "packages/core/src/serving/resolve/resolve-event.test.ts";
const nodeTest = "packages/config/src/crypto/create-node-crypto.test.ts";

/** @type {readonly import("../claims.mjs").Claim[]} */
export const proofClaims = [
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
        file: "packages/core/src/authoring/compile/auth/read-auth-secrets.ts",
        find: 'if (result.secret === "") {',
        replace: 'if (result.secret === "x") {',
        effect: "a blank secret is a secret",
        dies: ["trap 14 readAuthSecrets() refuses an empty secret, token or key at start"],
      },
      {
        file: "packages/signatures/src/serving/decode-key.ts",
        find: "if (bytes === undefined || bytes.length === 0) return wrong;",
        replace: "if (bytes === undefined) return wrong;",
        effect: "a prefix without a key is the empty key",
        proof: keyTest,
        dies: ['trap 13 decodeKey() refuses "whsec_" as whsec, and says what it expects'],
      },
      {
        file: "packages/signatures/src/serving/web-crypto.ts",
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
        file: "packages/base/src/token-matches.ts",
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
        file: "packages/signatures/src/serving/decode-key.ts",
        find: "return identifier !== undefined && start.join",
        replace: "return identifier === undefined || start.join",
        effect: "the text of a public key is taken for a secret",
        dies: ["trap 16 decodeKey() takes no public key for an HMAC"],
      },
      {
        file: "packages/signatures/src/serving/decode-key.ts",
        find: "const isKey = isOfAlgorithm(bytes, algorithm);",
        replace: "const isKey = true;",
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
        file: "packages/core/src/authoring/compile/auth/compile-signatures.ts",
        find: "!KEY_FORMS[scheme].includes(key)",
        replace: "KEY_FORMS[scheme].length === 0",
        effect: "a scheme with a secret takes the form of a public key",
        proof: schemesTest,
        dies: ["checkScheme() takes no form of public keys for a secret"],
      },
    ],
  },
  {
    claim:
      "A secret with which a handshake signs for strangers belongs to no hook that would take such a text for an event",
    proofs: [{ file: sharedTest }],
    mutants: [
      {
        file: "packages/core/src/authoring/compile/auth/check-shared-secret.ts",
        find: "return isSigning && hasOpenSigner(secret) !== hasOpenSigner(earlier);",
        replace: "return false;",
        effect: "a stranger has events of another hook signed, and JSON Web Tokens",
        dies: [
          "trap 22 createSharedSecretCheck() refuses a secret of two hooks with which a handshake signs for strangers: X's and JSON Web Tokens",
          "trap 22 createSharedSecretCheck() refuses a secret of two hooks with which a handshake signs for strangers: X's beside a vendor, and the vendor",
        ],
      },
      {
        file: "packages/core/src/authoring/compile/auth/check-shared-secret.ts",
        find: "return isHmac && signsForAnybody(",
        replace: "return signsForAnybody(",
        effect: "a hook of JSON Web Tokens counts as one that refuses what a handshake signs",
        dies: [
          "trap 22 createSharedSecretCheck() refuses a secret of two hooks with which a handshake signs for strangers: X's and JSON Web Tokens with a handshake",
        ],
      },
      {
        file: "packages/core/src/authoring/compile/auth/check-shared-secret.ts",
        find: "return isSigning && hasOpenSigner(secret) !==",
        replace: "return isSigning && hasOpenSigner(secret) && hasOpenSigner(secret) !==",
        effect: "the hook with the handshake may stand in front of the other one",
        dies: [
          "trap 22 createSharedSecretCheck() refuses a secret of two hooks with which a handshake signs for strangers: X's and another vendor",
          "trap 22 createSharedSecretCheck() refuses a secret of two hooks with which a handshake signs for strangers: X's and JSON Web Tokens",
        ],
      },
    ],
  },
  {
    claim: "An event that one proof has authenticated is resolved by no mapping of another",
    proofs: [{ file: ruleTest }, { file: proofTest }, { file: namesTest }],
    mutants: [
      {
        file: "packages/core/src/serving/match/index-mappings.ts",
        find: "return auth !== undefined && auth.id === proof;",
        replace: "return auth === undefined || auth.id === proof;",
        effect: "a catch-all takes the events of signed hooks",
        dies: [
          "trap 18 acceptsProof() gives the event of a signed hook to no mapping without an auth",
        ],
      },
      {
        file: "packages/core/src/serving/match/index-mappings.ts",
        find: "return auth === undefined || auth.orToken;",
        replace: "return true;",
        effect: "the hook token opens every signed hook",
        dies: [
          "trap 38 acceptsProof() takes the hook token for a signature only where the auth says so",
        ],
      },
      {
        file: "packages/core/src/serving/match/index-mappings.ts",
        find: "if (!acceptsProof(entry.rule.auth, subject.proof)) continue;",
        replace: "",
        effect: "nobody asks for the proof of an event",
        dies: ["trap 18 indexMappings() passes over mappings that ask for another proof"],
      },
      {
        file: "packages/core/src/serving/resolve/resolve-event.ts",
        find: "if (!acceptsProof(undefined, view.proof)) return UNMATCHED;",
        replace: "",
        effect: "a signature opens the built-in routes",
        proof: proofTest,
        dies: ["trap 18 resolveEvent() opens the built-in routes to no signature"],
      },
      {
        file: "packages/core/src/authoring/compile/compile-endpoints.ts",
        find: "else if (!shared.isSame(earlier, mapping)) reportConflict(earlier, mapping, { shared, report });",
        replace: "",
        effect: "two mappings of a name have different proofs",
        proof: namesTest,
        dies: ["trap 18 compileEndpoints() refuses two mappings of a name with different auth"],
      },
    ],
  },
];
