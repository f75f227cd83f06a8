// @ts-check
// Claims about the way of a request through the door of a hook with an `auth`.

const door = "packages/core/src/serving/ingress/credentials.ts";
const doorTest = "packages/core/src/serving/ingress/authenticate.test.ts";
const keysTest = "packages/core/src/serving/ingress/fetched-keys.test.ts";
const removeTest = "packages/core/src/base/hide-secrets.test.ts";
const urlTest = "packages/signatures/src/serving/build-signed.test.ts";
const cases = "packages/conformance/test/adapters.slow.test.ts";
const oneAnswer = "trap 20 authenticate() refuses everything in the same bytes and headers";
const unread = "authenticate() reads no body where a token in a header is wrong";

/** @type {readonly import("../claims.mjs").Claim[]} */
export const doorClaims = [
  {
    claim:
      "A sender is known before its body is decoded, and a token in the head of a request is judged before the body is read",
    proofs: [{ file: doorTest }],
    mutants: [
      {
        file: door,
        find: "const early = auth.needsBody ? undefined : await auth.check(head);",
        replace: "const early = undefined;",
        effect: "a token in a header waits for the body",
        dies: [unread],
      },
      {
        file: door,
        find: "if (early?.ok === false && auth.handshake?.isSigned !== false) {",
        replace: "if (early === null) {",
        effect: "the body of a wrong token is read",
        dies: [unread],
      },
      {
        file: door,
        find: "if (early?.ok === true) return accept(body, early, read);",
        replace: "if (early?.ok !== false) return body;",
        effect: "a body that a framework has parsed needs no signature",
        dies: ["trap 1 authenticate() refuses a parsed body, and warns once"],
      },
    ],
  },
  {
    claim: "Every refusal of credentials is one and the same 401, byte for byte",
    proofs: [{ file: doorTest }],
    mutants: [
      {
        file: door,
        find: "return KEYS_UNAVAILABLE;\n  return refuseCredentials(context, state);",
        replace:
          'return KEYS_UNAVAILABLE;\n  refuseCredentials(context, state);\n  return refuse(createRefusal("unauthorized", describeAuthFailure(code)));',
        effect: "the sender is told which check failed",
        dies: [oneAnswer, "authenticate() tells the record why, and the sender nothing"],
      },
      {
        file: "packages/core/src/serving/ingress/gates.ts",
        find: "const refused = checkCredentials(context, state);",
        replace:
          "if (endpoint === undefined) return NOT_FOUND;\n  const refused = checkCredentials(context, state);",
        effect: "a stranger is told which names there are",
        dies: [oneAnswer],
      },
      {
        file: door,
        find: "if (!result.ok) return fail(result.code, context, gates.state);",
        replace:
          'if (!result.ok && result.code === "signature_missing") return OVERLOADED;\n  if (!result.ok) return fail(result.code, context, gates.state);',
        effect: "a request without a signature gets an answer of its own",
        dies: [oneAnswer],
      },
    ],
  },
  {
    claim:
      "A secret that a sender shows is removed from headers, query and body before a template, a transform, a dispatch or a record reads the event",
    proofs: [
      { file: doorTest },
      { file: keysTest },
      { file: removeTest },
      { file: cases, timeoutMs: 10_000 },
    ],
    mutants: [
      {
        file: "packages/core/src/serving/ingress/gates.ts",
        find: "auth === undefined ? decoded.payload : removeSecrets(decoded.payload, auth.secretPlaces.body);",
        replace: "decoded.payload;",
        effect: "the agent reads the secret of a body",
        proof: cases,
        dies: ["trap 19 every element of a batch has its token, and loses it"],
      },
      {
        file: "packages/core/src/base/secrets.ts",
        find: "Array.isArray(list)\n        ? list.map((element)",
        replace: "Array.isArray(list)\n        ? list.slice(0, 1).map((element)",
        effect: "elements of a batch are lost with the first secret",
        proof: removeTest,
        dies: ["trap 19 removeSecrets() removes a field of every element"],
      },
      {
        file: "packages/core/src/serving/ingress/dispatch-call.ts",
        find: "[[name, hideSecrets(value)]]",
        replace: "[[name, value]]",
        effect: "a target that a proxy has copied into a header shows the token of its query",
        dies: ["trap 19 dispatch gets no header of a secret, and no token that a proxy has copied"],
      },
      {
        file: "packages/core/src/authoring/compile/auth/compose-token.ts",
        find: "    if (isEncoded === true) {",
        replace: '    if (at[0] === "basic") {',
        effect: "the copy of a Basic credential shows it, where the config has it as a token",
        dies: [
          "trap 19 authenticate() hides a copy of a Basic credential in any header, encoded as it was sent",
        ],
      },
      {
        file: "packages/core/src/serving/ingress/gates.ts",
        find: "[...secretHeaders, ...auth.secretPlaces.headers],",
        replace: "secretHeaders,",
        effect: "the agent reads a signed token in a header",
        proof: keysTest,
        dies: ["trap 19 authenticate() shows a signed token of any header to nobody"],
      },
    ],
  },
  {
    claim: "The URL that is signed is the one of the config, with the query as it was sent",
    proofs: [{ file: urlTest }],
    mutants: [
      {
        file: "packages/signatures/src/serving/build-signed.ts",
        find: "return publicUrl === undefined ? undefined : fullUrl(publicUrl, request.target);",
        replace:
          'return fullUrl(`https://${readHeader(request.headers, "host")}${request.target}`, "");',
        effect: "a header names the URL that is signed",
        dies: [
          "trap 4 buildSigned() signs the public URL of the config with the query as it was sent",
        ],
      },
      {
        file: "packages/signatures/src/serving/build-signed.ts",
        find: 'return own.split("&").every((pair) => sent.includes(pair)) ? target : withQuery(target, own);',
        replace:
          'return own.split("&").some((pair) => sent.includes(pair)) ? target : withQuery(target, own);',
        effect: "a query that lacks a part of the config's is signed",
        dies: ["trap 4 buildSigned() keeps what a vendor adds to the query of the public URL"],
      },
      {
        file: "packages/signatures/src/serving/build-signed.ts",
        find: 'return own.split("&").every((pair) => sent.includes(pair)) ? target : withQuery(target, own);',
        replace: "return withQuery(target, own);",
        effect: "what a vendor adds to the query is not a part of what is signed",
        dies: [
          "trap 4 buildSigned() keeps what a vendor adds to the query of the public URL",
          "trap 5 verifySignature() finds the hash behind the query of a public URL that has one",
        ],
      },
    ],
  },
];
