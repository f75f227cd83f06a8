// @ts-check
// The claim about failed attempts.

const src = "packages/core/src/ingress";
const sharing = "createThrottle() counts clients that share a counter together";
const never = "createThrottle() never counts too little, for any number of clients and counters";

/** @type {readonly import("./claims.mjs").Claim[]} */
export const throttleClaims = [
  {
    claim: "Failed attempts are never counted too little, in a table of fixed size",
    proofs: [{ file: `${src}/throttle.test.ts` }, { file: `${src}/check-credentials.test.ts` }],
    mutants: [
      {
        file: `${src}/throttle.ts`,
        find: "new Uint32Array(counters)",
        replace: "new Uint16Array(counters)",
        effect: "a counter runs over",
        dies: ["createThrottle() counts more failures than 16 bits hold"],
      },
      {
        file: `${src}/throttle.ts`,
        find: "counters = DEFAULT_COUNTERS } = limits;",
        replace: "} = limits;\n  const counters = DEFAULT_COUNTERS;",
        effect: "the table has another size than was asked for",
        dies: [sharing],
      },
      {
        file: `${src}/throttle.ts`,
        find: "if (window !== current) failures.fill(0);",
        replace:
          "if (window !== current || failures[hash(client) % counters] === 0) failures.fill(0);",
        effect: "a new client makes the others forgotten",
        dies: [never, "createThrottle() keeps counting a client while many others fail"],
      },
      {
        file: `${src}/throttle.ts`,
        find: "const counter = hash(client) % counters;",
        replace: "const counter = hash(client);",
        effect: "failures beyond the table are not counted",
        dies: [sharing],
      },
      {
        file: `${src}/throttle.ts`,
        find: "const window = Math.floor(now / windowMs);",
        replace: "const window = Math.floor(now / (windowMs / 2));",
        effect: "the window is shorter than the operator wrote",
        dies: [
          "createThrottle() gives the seconds until the window ends, once there were too many",
        ],
      },
      {
        file: `${src}/check-credentials.ts`,
        find: "throttle.fail(networkOf(client))",
        replace: "throttle.fail(client)",
        effect: "every address of an IPv6 network has attempts of its own",
        proof: `${src}/check-credentials.test.ts`,
        dies: [
          "checkCredentials() counts 2001:db8:1:2::1 and 2001:db8:1:2:ffff:ffff:ffff:ffff as one client",
        ],
      },
    ],
  },
];
