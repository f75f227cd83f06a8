// @ts-check
// Claims about what strangers can make a hook with an `auth` say, and what they cost.

const door = "packages/core/src/serving/ingress/credentials.ts";
const doorTest = "packages/core/src/serving/ingress/authenticate.test.ts";
const forgeries = "packages/core/test/auth/handshake-forgeries.slow.test.ts";
const handshakeTest = "packages/signatures/src/serving/handshakes/create-handshake.test.ts";
const budgetTest = "packages/core/src/serving/ingress/body-budget.test.ts";
const cases = "packages/conformance/test/adapters.slow.test.ts";

/** @type {readonly import("../claims.mjs").Claim[]} */
export const strangerClaims = [
  {
    claim:
      "No answer of a handshake is the signature of an event, nor a page, and a signed handshake is verified like an event",
    proofs: [{ file: handshakeTest }, { file: forgeries }, { file: cases, timeoutMs: 10_000 }],
    mutants: [
      {
        file: "packages/signatures/src/serving/verify-signature.ts",
        find: "    signed: sent.parts,",
        replace: "    signed: [request.body],",
        effect: "only the body is judged, not all that the signature covers",
        proof: forgeries,
        dies: ["stripe", "polar"],
      },
      {
        file: "packages/signatures/src/serving/handshakes/create-handshake.ts",
        find: "text.startsWith(prefix)",
        replace: "text === prefix",
        effect: "a handshake signs texts that begin as the sender's own",
        dies: ["trap 22 createHandshake() signs nothing that begins as what the sender signs"],
      },
      {
        file: "packages/signatures/src/serving/handshakes/create-handshake.ts",
        find: "/^[A-Za-z0-9._~+/=-]{1,512}$/",
        replace: "/^[\\x20-\\x7e]{1,512}$/",
        effect: "a handshake signs JSON, and parts joined by colons",
        dies: [
          "trap 22 createHandshake() signs for x no JSON and no joined parts",
          "trap 22 createHandshake() gives zoom the HMAC of plain text alone",
        ],
      },
      {
        file: "packages/signatures/src/serving/handshakes/create-handshake.ts",
        find: "const ECHO = /^[\\x20-\\x7e]{1,2048}$/;",
        replace: "const ECHO = /^[\\s\\S]+$/;",
        effect: "a handshake repeats everything",
        dies: [
          "trap 23 createHandshake() never answers with a page, nor with more than 2 KB of the sender's",
        ],
      },
      {
        file: door,
        find: "if (handshake !== undefined && (result.ok || !handshake.isSigned)) {",
        replace: "if (handshake !== undefined) {",
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
      "Bodies that are read before their sender is known have one budget, in number and in bytes that have arrived, in which idle ones make room; a wrong signature takes no more work than a right one",
    proofs: [
      { file: budgetTest },
      { file: doorTest },
      { file: "packages/core/src/serving/ingress/body-source.test.ts" },
    ],
    mutants: [
      {
        file: "packages/core/src/serving/ingress/body-budget.ts",
        find: "this.#waiting.size >= this.#maxRequests",
        replace: "this.#waiting.size < 0",
        effect: "any number of strangers may hold a body open",
        dies: [
          "trap 21 createBodyBudget() has 1,024 places and 16 MiB, which bodies that have not arrived do not use",
        ],
      },
      {
        file: "packages/core/src/serving/ingress/body-budget.ts",
        find: "this.#bytes += size;",
        replace: "",
        effect: "the bytes of strangers are not counted",
        dies: [
          "trap 21 createBodyBudget() has 1,024 places and 16 MiB, which bodies that have not arrived do not use",
          "createBodyBudget() never gives more than it has, and gets back all",
        ],
      },
      {
        file: "packages/core/src/serving/ingress/body-budget.ts",
        find: "if (share.receivedAt > begunBefore) break;",
        replace: "if (share.receivedAt > 0) break;",
        effect: "strangers who begin a body and wait keep every signed event out",
        dies: [
          "trap 21 createBodyBudget() ends the oldest that is unfinished after a second where places run out",
          "trap 21 createBodyBudget() ends as many as bytes are missing, and none that holds nothing",
        ],
      },
      {
        file: "packages/core/src/serving/ingress/body-budget.ts",
        find: "if (held <= most ||",
        replace: "if (found !== undefined ||",
        effect: "one sender with many bodies pushes out the only body of another",
        dies: [
          "trap 21 createBodyBudget() takes first from the network that holds most: an address of IPv4",
          "createBodyBudget() takes bytes first from the network that holds most bytes",
        ],
      },
      {
        file: "packages/core/src/serving/ingress/body-budget.ts",
        find: "Math.max(MAX_BYTES, sender.largestBody)",
        replace: "MAX_BYTES",
        effect: "a signed body above 16 MiB is never taken",
        dies: ["trap 21 createBodyBudget() has room for the largest body of a signed route"],
      },
      {
        file: "packages/core/src/serving/ingress/body-source.ts",
        find: "else if (meter?.add(chunk.length) === false) settle(OVERLOADED);",
        replace: "",
        effect: "bytes are counted when a body is complete, and strangers never complete theirs",
        proof: "packages/core/src/serving/ingress/body-source.test.ts",
        dies: ["collectBody() counts what arrives, and ends where there is no room for it"],
      },
      {
        file: door,
        find: "Math.min(timeoutMs, state.unknownSenderTimeoutMs)",
        replace: "timeoutMs",
        effect: "strangers have as long for a body as senders that are known",
        proof: doorTest,
        dies: [
          "trap 21 authenticate() reads a body within its limit, and in less time before its sender is known",
        ],
      },
      {
        file: door,
        find: "share.release();",
        replace: "",
        effect: "each refused request takes a part of the budget for ever",
        proof: doorTest,
        dies: ["trap 21 authenticate() frees its part of the budget where the check fails"],
      },
      {
        file: door,
        find: "const result = early ?? (await gates.auth.check(sent));",
        replace:
          "const first = early ?? (await gates.auth.check(sent));\n  const result = first.ok ? first : await gates.auth.check(sent);",
        effect: "a wrong signature is checked twice",
        proof: doorTest,
        dies: [
          "trap 21 authenticate() makes as many HMACs for a wrong signature as for a right one",
        ],
      },
    ],
  },
  {
    claim: "A hook without proof takes nothing that a page of another site sends",
    proofs: [{ file: doorTest }],
    mutants: [
      {
        file: door,
        find: "if (foreign !== undefined) return foreign;",
        replace: "",
        effect: "any web page makes the browser of a visitor send events",
        dies: [
          "authenticate() refuses pages of other sites on an open hook before it reads their body",
        ],
      },
      {
        file: door,
        find: "if (origin === undefined) return ORIGIN_REFUSED;",
        replace: "if (origin === undefined) return undefined;",
        effect: "a page without an origin sends events",
        dies: [
          "authenticate() refuses pages of other sites on an open hook before it reads their body",
        ],
      },
      {
        file: door,
        find: "return origin.host === own ||",
        replace: "return origin.host.startsWith(own) ||",
        effect: "a page passes where the request names no host, or the beginning of its host",
        dies: [
          "authenticate() refuses pages of other sites on an open hook before it reads their body",
        ],
      },
    ],
  },
  {
    claim: "A batch is resolved no further when its sender has gone, or its time is over",
    proofs: [{ file: "packages/core/src/serving/ingress/dispatch.test.ts" }],
    mutants: [
      {
        file: "packages/core/src/serving/ingress/gates.ts",
        find: "context.isOver || context.request.isGone()",
        replace: "context.isOver",
        effect: "two hundred transforms run for a sender that has gone",
        dies: ["resolveInTime() leaves the elements of a batch alone whose sender has gone"],
      },
      {
        file: "packages/core/src/serving/ingress/gates.ts",
        find: "context.isOver = true;",
        replace: "",
        effect: "transforms go on after the answer is out",
        dies: [
          "resolveInTime() leaves the elements of a batch alone where its time is over",
          "resolveInTime() leaves the elements of a batch alone where the server stops",
        ],
      },
      {
        file: "packages/core/src/serving/ingress/answer.ts",
        find: "if (auth?.delivery?.on4xx === undefined || !isPayloadAlone(gate.refusal)) return answer;",
        replace: "if (auth?.delivery?.on4xx === undefined) return answer;",
        effect: "a batch that was left counts as taken, and is lost when it comes again",
        dies: [
          "resolveInTime() keeps no answer of a batch whose sender has gone, and takes it when it comes again",
        ],
      },
    ],
  },
];
