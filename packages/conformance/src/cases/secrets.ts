// What templates and records show of a request that carries the hook token: not the token.
import { TOKEN } from "../base-config.ts";
import type { Case } from "../case.ts";

export const secretCases: readonly Case[] = [
  {
    name: "the token is hidden by its value, in headers that repeat the target and in others",
    request: {
      target: `/hooks/headers?key=${TOKEN}&team=red`,
      headers: [
        ["X-Original-URI", `/hooks/headers?token=${TOKEN}`],
        ["Referer", `https://a.example/?t=${TOKEN.replaceAll("-", "%2D")}`],
        ["X-OpenClaw-Token", TOKEN],
        ["X-Event", "push"],
      ],
    },
    expect: {
      status: 202,
      actions: [{ parts: [{ text: withoutToken() }] }],
    },
  },
  {
    name: "the record of a refused request has a name without the token",
    request: { target: `/hooks/x/${TOKEN}`, token: null },
    expect: { status: 401, code: "unauthorized", record: { name: "x/***" } },
  },
  {
    name: "carriers of tokens are hidden from templates",
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

/** The rendered headers and query, which must not contain the token by any name. */
function withoutToken(): unknown {
  return {
    asymmetricMatch: (text: string) =>
      text.includes('"x-event":"push"') &&
      text.includes('"x-original-uri":"/hooks/headers?token=***"') &&
      text.includes('"referer":"https://a.example/?t=***"') &&
      text.includes('{"key":"***","team":"red"}') &&
      !/conformance/i.test(text),
    toString: () => "headers and query with *** for the token",
  };
}

/** The rendered headers and query, which must not contain the carriers. */
function withoutSecrets(): unknown {
  return {
    asymmetricMatch: (text: string) =>
      text.includes('"x-event":"push"') &&
      text.includes('{"team":"red"}') &&
      !/authorization|cookie|token/i.test(text),
    toString: () => "headers and query without what carries the token",
  };
}
