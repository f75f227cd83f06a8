// Tokens: their carriers, their precedence, and refusals.
import { TOKEN } from "../base-config.ts";
import type { Case } from "../case.ts";

const WAKE = { target: "/hooks/wake", body: '{"text":"hello"}', token: null } as const;
const WOKEN = { status: 200, actions: [{ kind: "wake" }] } as const;
const UNAUTHORIZED = {
  status: 401,
  code: "unauthorized",
  headers: { "www-authenticate": "Bearer" },
} as const;

export const credentialCases: readonly Case[] = [
  {
    name: "a bearer token",
    request: { ...WAKE, token: TOKEN },
    expect: { ...WOKEN, record: { credential: "bearer" } },
  },
  {
    name: "the scheme is case-insensitive",
    request: { ...WAKE, headers: [["Authorization", `bEARER ${TOKEN}`]] },
    expect: WOKEN,
  },
  {
    name: "the gateway's header",
    request: { ...WAKE, headers: [["X-Gateway-Token", TOKEN]] },
    expect: { ...WOKEN, record: { credential: "header" } },
  },
  {
    name: "the second header that works without a word in the config",
    request: { ...WAKE, headers: [["x-openclaw-token", TOKEN]] },
    expect: { ...WOKEN, record: { credential: "header" } },
  },
  {
    name: "a further header that the integrator allows",
    options: { tokenHeaders: ["X-Own-Token"] },
    request: { ...WAKE, headers: [["x-own-token", TOKEN]] },
    expect: WOKEN,
  },
  {
    name: "a header that nothing allows",
    request: { ...WAKE, headers: [["x-own-token", TOKEN]] },
    expect: UNAUTHORIZED,
  },
  {
    name: "a header that the config names",
    hooks: { tokenHeaders: [" X-Hook-Key"] },
    request: { ...WAKE, headers: [["x-hook-key", TOKEN]] },
    expect: WOKEN,
  },
  ...["X-Gateway-Token", "X-OpenClaw-Token"].map(
    (name): Case => ({
      name: `${name} does not work if the config names another header`,
      hooks: { tokenHeaders: ["X-Hook-Key"] },
      request: { ...WAKE, headers: [[name, TOKEN]] },
      expect: UNAUTHORIZED,
    }),
  ),
  {
    name: "a bearer token works whatever headers the config names",
    hooks: { tokenHeaders: [] },
    request: { ...WAKE, token: TOKEN },
    expect: WOKEN,
  },
  {
    name: "the query works if the config names no header",
    hooks: { tokenHeaders: [] },
    request: { ...WAKE, target: `/hooks/wake?token=${TOKEN}` },
    expect: WOKEN,
  },
  {
    name: "no header that may carry the token reaches a template or the dispatch, with and without the token in it",
    hooks: { tokenHeaders: ["X-Hook-Key"] },
    options: {
      dispatchHeaders: ["x-hook-key", "x-gateway-token", "x-openclaw-token", "user-agent"],
    },
    request: {
      target: "/hooks/headers",
      body: "{}",
      headers: [
        ["User-Agent", "sender/1"],
        ["X-Hook-Key", "pr1vate-one"],
        ["X-Gateway-Token", "pr1vate-two"],
        ["X-OpenClaw-Token", "pr1vate-three"],
      ],
    },
    expect: {
      status: 202,
      actions: [{ untrustedText: { asymmetricMatch: (text: string) => !/pr1vate/.test(text) } }],
    },
    contexts: [
      {
        headers: {
          asymmetricMatch: (headers: object) =>
            JSON.stringify(headers) === '{"user-agent":"sender/1"}',
        },
      },
    ],
  },
  {
    name: "a token in the query works and is marked as deprecated",
    request: { ...WAKE, target: `/hooks/wake?token=${TOKEN}` },
    expect: { ...WOKEN, headers: { deprecation: /^@\d+$/ }, record: { credential: "query" } },
  },
  {
    name: "a token in the query can be switched off",
    options: { queryToken: false },
    request: { ...WAKE, target: `/hooks/wake?token=${TOKEN}` },
    expect: UNAUTHORIZED,
  },
  {
    name: "the first carrier that is not empty counts, even if it is wrong",
    request: { ...WAKE, token: "wrong", headers: [["X-Gateway-Token", TOKEN]] },
    expect: UNAUTHORIZED,
  },
  {
    name: "an empty carrier is ignored",
    request: {
      ...WAKE,
      headers: [
        ["Authorization", "Bearer "],
        ["X-Gateway-Token", TOKEN],
      ],
    },
    expect: WOKEN,
  },
  {
    name: "another scheme is ignored",
    request: {
      ...WAKE,
      headers: [
        ["Authorization", "Basic abc"],
        ["X-Gateway-Token", TOKEN],
      ],
    },
    expect: WOKEN,
  },
  {
    name: "a token in the query may be encoded",
    request: { ...WAKE, target: `/hooks/wake?x=1&token=${TOKEN.replaceAll("-", "%2D")}` },
    expect: { ...WOKEN, headers: { deprecation: /^@\d+$/ } },
  },
  {
    name: "a refusal after a token in the query is marked as deprecated too",
    request: { ...WAKE, target: `/hooks/unknown?token=${TOKEN}` },
    expect: { status: 404, code: "not_found", headers: { deprecation: /^@\d+$/ } },
  },
  {
    name: "a wrong token in the query is not marked as deprecated",
    request: { ...WAKE, target: "/hooks/wake?token=wrong" },
    expect: { ...UNAUTHORIZED, headers: { ...UNAUTHORIZED.headers, deprecation: null } },
  },
  {
    name: "a token in the query that was not needed is not marked as deprecated",
    request: { ...WAKE, token: TOKEN, target: `/hooks/wake?token=${TOKEN}` },
    expect: { ...WOKEN, headers: { deprecation: null } },
  },
  {
    name: "an empty token in the query is ignored",
    request: { ...WAKE, target: "/hooks/wake?token=" },
    expect: UNAUTHORIZED,
  },
  {
    name: "spaces around a token are ignored",
    request: { ...WAKE, headers: [["Authorization", `Bearer \t ${TOKEN}  `]] },
    expect: WOKEN,
  },
  {
    name: "a wrong Authorization is refused despite a second, right one",
    request: { ...WAKE, token: "wrong", headers: [["Authorization", `Bearer ${TOKEN}`]] },
    expect: UNAUTHORIZED,
  },
  ...Object.entries({
    "no token": null,
    "a wrong token of the same length": "x".repeat(TOKEN.length),
    "the beginning of the token": TOKEN.slice(0, -1),
    "the token and more": `${TOKEN}x`,
    "the token repeated": TOKEN + TOKEN,
    "the token in another case": TOKEN.toUpperCase(),
  }).map(([name, token]): Case => ({ name, request: { ...WAKE, token }, expect: UNAUTHORIZED })),
  {
    name: "a repeated header is not the token",
    request: {
      ...WAKE,
      headers: [
        ["X-Gateway-Token", TOKEN],
        ["X-Gateway-Token", TOKEN],
      ],
    },
    expect: UNAUTHORIZED,
  },
  {
    name: "the token is checked before the length",
    request: { ...WAKE, declaredLength: 10_000_000 },
    expect: UNAUTHORIZED,
  },
  {
    name: "after twenty failures the answer is 429",
    before: { times: 20, request: WAKE },
    request: WAKE,
    expect: { status: 429, code: "too_many_failures", headers: { "retry-after": /^\d+$/ } },
  },
  {
    name: "a right token is accepted even after many failures",
    before: { times: 25, request: WAKE },
    request: { ...WAKE, token: TOKEN },
    expect: WOKEN,
  },
  {
    name: "a token in the query can be switched off in the config",
    hooks: { queryToken: false },
    request: { ...WAKE, target: `/hooks/wake?token=${TOKEN}` },
    expect: UNAUTHORIZED,
  },
];
