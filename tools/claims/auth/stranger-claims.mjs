// @ts-check
// Claims about what strangers can make a hook with an `auth` say, and what they cost.

const src = "packages/core/src";
const door = `${src}/ingress/auth/authenticate.ts`;
const doorTest = `${src}/ingress/auth/authenticate.test.ts`;
const forgeries = "packages/core/test/auth/handshake-forgeries.test.ts";
const handshakeTest = `${src}/auth/handshakes/create-handshake.test.ts`;
const budgetTest = `${src}/ingress/auth/body-budget.test.ts`;
const cases = "packages/conformance/test/adapters.test.ts";

/** @type {readonly import("../claims.mjs").Claim[]} */
export const strangerClaims = [
  {
    claim:
      "No answer of a handshake is the signature of an event, nor a page, and a signed handshake is verified like an event",
    proofs: [{ file: handshakeTest }, { file: forgeries }, { file: cases, timeoutMs: 10_000 }],
    mutants: [
      {
        file: `${src}/auth/verify-signature.ts`,
        find: "    signed: sent.parts,",
        replace: "    signed: [request.body],",
        effect: "only the body is judged, not all that the signature covers",
        proof: forgeries,
        dies: ["stripe", "polar"],
      },
      {
        file: `${src}/auth/handshakes/signing.ts`,
        find: "text.startsWith(prefix)",
        replace: "text === prefix",
        effect: "a handshake signs texts that begin as the sender's own",
        dies: ["trap 22 createHandshake() signs nothing that begins as what the sender signs"],
      },
      {
        file: `${src}/auth/handshakes/handshake.ts`,
        find: "/^[A-Za-z0-9._~+/=-]{1,512}$/",
        replace: "/^[\\x20-\\x7e]{1,512}$/",
        effect: "a handshake signs JSON, and parts joined by colons",
        dies: [
          "trap 22 createHandshake() signs for x no JSON and no joined parts",
          "trap 22 createHandshake() gives zoom the HMAC of plain text alone",
        ],
      },
      {
        file: `${src}/auth/handshakes/handshake.ts`,
        find: "const ECHO = /^[\\x20-\\x7e]{1,2048}$/;",
        replace: "const ECHO = /^[\\s\\S]+$/;",
        effect: "a handshake repeats everything",
        dies: [
          "trap 23 createHandshake() never answers with a page, nor with more than 2 KB of the sender's",
        ],
      },
      {
        file: door,
        find: "if (handshake === undefined || (!result.ok && handshake.isSigned)) {",
        replace: "if (handshake === undefined) {",
        effect: "a signed handshake is answered without its signature",
        proof: cases,
        dies: ["trap 22 an unsigned validation of Zoom is refused"],
      },
      {
        file: door,
        find: 'if (isSigned) return fail("signature_wrong", context, gates.state);',
        replace: "",
        effect: "what the handshake has signed for a stranger is an event",
        proof: cases,
        dies: ["trap 22 a body whose signature the handshake gives away is no event"],
      },
    ],
  },
  {
    claim:
      "Bodies that are read before their sender is known have one budget, in number and in bytes, and a wrong signature takes no more work than a right one",
    proofs: [{ file: budgetTest }, { file: doorTest }],
    mutants: [
      {
        file: `${src}/ingress/auth/body-budget.ts`,
        find: "if (freeRequests <= 0 || freeBytes <= 0",
        replace: "if (freeBytes <= 0",
        effect: "any number of strangers may hold a body open",
        dies: ["createBodyBudget() has a number of requests, whatever they send"],
      },
      {
        file: `${src}/ingress/auth/body-budget.ts`,
        find: "freeBytes -= share;",
        replace: "",
        effect: "the bytes of strangers are not counted",
        dies: [
          "createBodyBudget() takes no more than what a sender declares",
          "createBodyBudget() never gives more than it has, and gets back all",
        ],
      },
      {
        file: door,
        find: "share?.release();",
        replace: "",
        effect: "each refused request takes a part of the budget for ever",
        proof: doorTest,
        dies: ["trap 21 authenticate() frees its part of the budget where the check fails"],
      },
      {
        file: door,
        find: "return mapPromise(early ?? gates.auth.check(sent), (result) =>",
        replace:
          "const first = mapPromise(early ?? gates.auth.check(sent), (one) => one.ok ? one : gates.auth.check(sent));\n  return mapPromise(first, (result) =>",
        effect: "a wrong signature is checked twice",
        proof: doorTest,
        dies: [
          "trap 21 authenticate() makes as many HMACs for a wrong signature as for a right one",
        ],
      },
    ],
  },
];
