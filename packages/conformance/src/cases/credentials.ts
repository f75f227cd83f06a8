// Tokens: where they may stand, which counts, and what happens without.
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
    name: "the scheme is read in any case",
    request: { ...WAKE, headers: [["Authorization", `bEARER ${TOKEN}`]] },
    expect: WOKEN,
  },
  {
    name: "the gateway's header",
    request: { ...WAKE, headers: [["X-Gateway-Token", TOKEN]] },
    expect: { ...WOKEN, record: { credential: "header" } },
  },
  {
    name: "a further header that the host named",
    options: { tokenHeaders: ["X-OpenClaw-Token"] },
    request: { ...WAKE, headers: [["x-openclaw-token", TOKEN]] },
    expect: WOKEN,
  },
  {
    name: "a further header that nobody named",
    request: { ...WAKE, headers: [["x-openclaw-token", TOKEN]] },
    expect: UNAUTHORIZED,
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
    name: "the first carrier that is not empty counts, also when it is wrong",
    request: { ...WAKE, token: "wrong", headers: [["X-Gateway-Token", TOKEN]] },
    expect: UNAUTHORIZED,
  },
  {
    name: "an empty carrier is passed over",
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
    name: "another scheme is passed over",
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
    name: "a refusal behind a token in the query is marked as deprecated too",
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
    name: "an empty token in the query is none",
    request: { ...WAKE, target: "/hooks/wake?token=" },
    expect: UNAUTHORIZED,
  },
  {
    name: "spaces around a token do not matter",
    request: { ...WAKE, headers: [["Authorization", `Bearer \t ${TOKEN}  `]] },
    expect: WOKEN,
  },
  {
    name: "a wrong Authorization is not mended by a second one",
    request: { ...WAKE, token: "wrong", headers: [["Authorization", `Bearer ${TOKEN}`]] },
    expect: UNAUTHORIZED,
  },
  { name: "no token", request: WAKE, expect: UNAUTHORIZED },
  {
    name: "a wrong token of the same length",
    request: { ...WAKE, token: "x".repeat(TOKEN.length) },
    expect: UNAUTHORIZED,
  },
  {
    name: "the beginning of the token",
    request: { ...WAKE, token: TOKEN.slice(0, -1) },
    expect: UNAUTHORIZED,
  },
  { name: "the token and more", request: { ...WAKE, token: `${TOKEN}x` }, expect: UNAUTHORIZED },
  {
    name: "the token twice over",
    request: { ...WAKE, token: TOKEN + TOKEN },
    expect: UNAUTHORIZED,
  },
  {
    name: "the token in another case",
    request: { ...WAKE, token: TOKEN.toUpperCase() },
    expect: UNAUTHORIZED,
  },
  {
    name: "a header sent twice is none of the token",
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
    name: "the token is judged before the name",
    request: { ...WAKE, target: "/hooks/unknown" },
    expect: UNAUTHORIZED,
  },
  {
    name: "the token is judged before the length",
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
    name: "a right token passes also after many failures",
    before: { times: 25, request: WAKE },
    request: { ...WAKE, token: TOKEN },
    expect: WOKEN,
  },
  {
    name: "what carries the token is hidden from templates",
    request: {
      target: `/hooks/headers?token=${TOKEN}&team=red`,
      headers: [
        ["Cookie", "session=1"],
        ["X-Gateway-Token", TOKEN],
        ["X-Event", "push"],
      ],
    },
    expect: {
      status: 202,
      actions: [{ parts: [{ text: withoutSecrets() }] }],
    },
  },
];

/** Everything that is shown of headers and query, without the carriers. */
function withoutSecrets(): unknown {
  return {
    asymmetricMatch: (text: string) =>
      text.includes('"x-event":"push"') &&
      text.includes('{"team":"red"}') &&
      !/authorization|cookie|token/i.test(text),
    toString: () => "headers and query without what carries the token",
  };
}
