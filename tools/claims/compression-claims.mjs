// @ts-check
// Claims about compressed bodies.

const webTest = "packages/core/src/serving/ingress/decompress-body.test.ts";
const nodeTest = "packages/config/src/compression/create-node-decompressor.test.ts";

/** @type {readonly import("./claims.mjs").Claim[]} */
export const compressionClaims = [
  {
    claim:
      "A compressed body is decompressed up to its limit, after its signature was checked as it was sent",
    proofs: [
      { file: webTest },
      { file: nodeTest },
      // The cases of packages/conformance/src/cases/auth/signatures.ts, on every target.
      { file: "packages/conformance/test/adapters.slow.test.ts", timeoutMs: 2_500 },
    ],
    mutants: [
      {
        file: "packages/core/src/serving/ingress/decompress-body.ts",
        find: "new BodyBuffer(maxBytes)",
        replace: "new BodyBuffer(maxBytes * 1_000_000)",
        effect: "what comes out has no limit",
        proof: webTest,
        dies: ["trap 2 createWebDecompressor() stops a bomb at the limit"],
      },
      {
        file: "packages/core/src/serving/ingress/decompress-body.ts",
        find: "reader.cancel().catch(ignore);",
        replace: "",
        effect: "the rest of a bomb is decompressed for nobody",
        proof: webTest,
        dies: ["trap 2 createWebDecompressor() reads nothing, and feeds nothing, beyond the limit"],
      },
      {
        file: "packages/config/src/compression/create-node-decompressor.ts",
        find: "if (size > maxBytes)",
        replace: "if (size > maxBytes + 2 ** 30)",
        effect: "node:zlib has no limit",
        proof: nodeTest,
        dies: ["trap 2 createNodeDecompressor() stops a bomb of gzip at the limit"],
      },
      {
        file: "packages/core/src/serving/ingress/credentials.ts",
        find: "early ?? (await gates.auth.check(sent))",
        replace:
          'early ?? (await gates.auth.check(context.headers["content-encoding"] === undefined ? sent : head))',
        effect: "the signature of a compressed body is checked over other bytes",
        proof: "packages/conformance/test/adapters.slow.test.ts",
        dies: [
          "trap 2 a right signature over the compressed bytes opens the route, and the decoded body is resolved",
        ],
      },
    ],
  },
  {
    claim: "What compressed bodies become has one limit for all requests that are not answered",
    proofs: [{ file: webTest }, { file: nodeTest }],
    mutants: [
      {
        file: "packages/core/src/serving/ingress/decompress-body.ts",
        find: "held += bytes;",
        replace: "",
        effect: "forty bodies of 31 kB take 1.9 GB",
        dies: [
          "decompressBody() counts what has come out in all requests, until they are answered",
          "createBodyMemory() has 64 MiB by default",
        ],
      },
      {
        file: "packages/core/src/serving/ingress/decompress-body.ts",
        find: "if (take?.(read.value.length) === false) return stop(TOO_MUCH);",
        replace: "",
        effect: "bodies are counted when all of each has come out",
        proof: webTest,
        dies: [
          "createWebDecompressor() asks for what has come out, and stops where there is no room",
        ],
      },
      {
        file: "packages/config/src/compression/create-node-decompressor.ts",
        find: 'else if (take?.(piece.length) === false) refuse("overloaded");',
        replace: "",
        effect: "node:zlib makes all of each body before it is counted",
        proof: nodeTest,
        dies: [
          "createNodeDecompressor() asks for what has come out, and stops where there is no room",
        ],
      },
    ],
  },
];
