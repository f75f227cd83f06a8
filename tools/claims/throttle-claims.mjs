// @ts-check
// The claims about failed attempts, and about whose they are.

const sharing = "createThrottle() counts clients that share a counter together";
const never = "createThrottle() never counts too little, for any number of clients and counters";

/** @type {readonly import("./claims.mjs").Claim[]} */
export const throttleClaims = [
  {
    claim: "Failed attempts are never counted too little, in a table of fixed size",
    proofs: [
      { file: "packages/core/src/serving/ingress/throttle.test.ts" },
      { file: "packages/core/src/serving/ingress/check-credentials.test.ts" },
    ],
    mutants: [
      {
        file: "packages/core/src/serving/ingress/throttle.ts",
        find: "new Uint32Array(counters)",
        replace: "new Uint16Array(counters)",
        effect: "a counter runs over",
        dies: ["createThrottle() counts more failures than 16 bits hold"],
      },
      {
        file: "packages/core/src/serving/ingress/throttle.ts",
        find: "counters = DEFAULT_COUNTERS } = limits;",
        replace: "} = limits;\n  const counters = DEFAULT_COUNTERS;",
        effect: "the table has another size than was asked for",
        dies: [sharing],
      },
      {
        file: "packages/core/src/serving/ingress/throttle.ts",
        find: "if (window !== current) failures.fill(0);",
        replace:
          "if (window !== current || failures[hash(client) % counters] === 0) failures.fill(0);",
        effect: "a new client makes the others forgotten",
        dies: [never, "createThrottle() keeps counting a client while many others fail"],
      },
      {
        file: "packages/core/src/serving/ingress/throttle.ts",
        find: "const counter = hash(client) % counters;",
        replace: "const counter = hash(client);",
        effect: "failures beyond the table are not counted",
        dies: [sharing],
      },
      {
        file: "packages/core/src/serving/ingress/throttle.ts",
        find: "const window = Math.floor(now / windowMs);",
        replace: "const window = Math.floor(now / (windowMs / 2));",
        effect: "the window is shorter than the operator wrote",
        dies: [
          "createThrottle() gives the seconds until the window ends, once there were too many",
        ],
      },
      {
        file: "packages/core/src/serving/ingress/credentials.ts",
        find: "throttle.fail(networkOf(client))",
        replace: "throttle.fail(client)",
        effect: "every address of an IPv6 network has attempts of its own",
        proof: "packages/core/src/serving/ingress/check-credentials.test.ts",
        dies: [
          "checkCredentials() counts 2001:db8:1:2::1 and 2001:db8:1:2:ffff:ffff:ffff:ffff as one client",
        ],
      },
    ],
  },
  {
    claim:
      "The address of a client is written by nobody but the connection and the proxies that the config names",
    proofs: [
      { file: "packages/core/src/serving/ingress/client.test.ts" },
      { file: "packages/base/src/network/network-list.test.ts" },
      { file: "packages/core/src/authoring/compile/compile-endpoints.test.ts" },
    ],
    mutants: [
      {
        file: "packages/core/src/serving/ingress/client.ts",
        find: "isTrustedProxy === undefined || !isTrustedProxy(address)",
        replace: "isTrustedProxy === undefined",
        effect: "every sender may write its address",
        dies: ["readClient() believes nobody but a trusted proxy"],
      },
      {
        file: "packages/core/src/serving/ingress/client.ts",
        find: "for (let at = hops.length - 1; at >= 0; at--) {",
        replace: "for (let at = 0; at < hops.length; at++) {",
        effect: "the left-most address counts, which a sender writes",
        dies: ["readClient() gives the address: the right-most of several"],
      },
      {
        file: "packages/core/src/serving/ingress/client.ts",
        find: "byElements && byElements !== byList ? address : byList",
        replace: "byElements || byList",
        effect: "a sender writes the header that its proxy does not",
        dies: ["readClient() gives the address: the proxy where two headers differ"],
      },
      {
        file: "packages/core/src/serving/ingress/client.ts",
        find: "if (groups === undefined) return undefined;",
        replace: "if (groups === undefined) return hops;",
        effect: "what stands before a malformed part counts",
        proof: "packages/core/src/serving/ingress/client.test.ts",
        dies: ['parseForwarded() takes nothing from the malformed "for=a b"'],
      },
      {
        file: "packages/base/src/network/network-list.ts",
        find: "const ignored = 16 - counted;",
        replace: "const ignored = counted === 0 ? 16 : 0;",
        effect: "networks have a multiple of 16 bits",
        proof: "packages/base/src/network/network-list.test.ts",
        dies: ["createNetworkList() finds 10.1.2.3 in 10.0.0.0/8"],
      },
      {
        file: "packages/core/src/authoring/compile/compile-config.ts",
        find: "if (!isEverything(network)) return network;",
        replace: "return network;",
        effect: "every machine may be a trusted proxy",
        proof: "packages/core/src/authoring/compile/compile-endpoints.test.ts",
        dies: ["compileThrottle() refuses what is no network, and a network of everybody"],
      },
    ],
  },
  {
    claim: "Right credentials pass after any number of wrong ones from the same address",
    proofs: [
      { file: "packages/core/src/serving/ingress/check-credentials.test.ts" },
      { file: "packages/core/src/serving/ingress/throttle.test.ts" },
    ],
    mutants: [
      {
        file: "packages/core/src/serving/ingress/credentials.ts",
        find: "  if (acceptToken(context, state)) return undefined;\n  context.notes.detail = describeTokenFailure",
        replace:
          '  const refused = refuseCredentials(context, state);\n  if (acceptToken(context, state) && (refused as GateRefusal).refusal.code === "unauthorized") return undefined;\n  context.notes.detail = describeTokenFailure',
        effect: "who has many failures is refused before the token is looked at",
        dies: ["checkCredentials() lets a right token pass after any number of failures"],
      },
      {
        file: "packages/core/src/serving/ingress/credentials.ts",
        find: "  const head: AuthRequest = { method, target, body: NO_BYTES, ...sender };",
        replace:
          '  const head: AuthRequest = { method, target, body: NO_BYTES, ...sender };\n  const asked = refuseCredentials(context, state);\n  if ("refusal" in asked && asked.refusal.code !== "unauthorized") return asked;',
        effect: "a stranger locks the sender of a signed route out from behind the same proxy",
        proof: "packages/core/src/serving/ingress/throttle.test.ts",
        dies: [
          "authenticate() takes a right signature after any number of wrong ones from the same address",
        ],
      },
      {
        file: "packages/core/src/serving/ingress/ask-store.ts",
        find: "timeoutMs: MAX_ANSWER_MS }",
        replace: "timeoutMs: 86_400_000 }",
        effect: "a throttle that hangs keeps requests waiting",
        proof: "packages/core/src/serving/ingress/throttle.test.ts",
        dies: ["authenticate() does not wait for a throttle that hangs"],
      },
    ],
  },
];
