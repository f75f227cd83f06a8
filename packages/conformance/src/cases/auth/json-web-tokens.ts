// Routes whose senders show a JSON Web Token, under a secret or under a key that is fetched.
import type { Case, CaseRequest } from "../../case.ts";
import { DOWN_URL, hs256, KEYS_URL, rs256, sha256Hex } from "../../keys.ts";
import { SECRET } from "../../sign.ts";
import { ACCEPTED, BODY, refusedBy, signed, UNSIGNED } from "../../signed.ts";

const NETLIFY = signed({ provider: "netlify", secret: SECRET });
const BOUND = await hs256({ iss: "netlify", sha256: await sha256Hex(BODY) });
const FETCHED = signed({ scheme: "jwt", jwks: KEYS_URL, audience: "us" });

const END = 4_000_000_000;

const BOT = signed({ provider: "microsoft-bot", audience: "us", jwks: KEYS_URL });
const BOT_CLAIMS = { iss: "https://api.botframework.com", aud: "us", exp: END };
const BOT_TOKEN = await rs256("one", { ...BOT_CLAIMS, serviceurl: "https://a.example/" });
const activity = (serviceUrl: string) => BODY.replace("{", `{"serviceUrl":"${serviceUrl}",`);

function withToken(token: string, rest: Partial<CaseRequest> = {}): CaseRequest {
  return { ...UNSIGNED, headers: [["Authorization", `Bearer ${token}`]], ...rest };
}

const netlify = (token: string): CaseRequest => ({
  ...UNSIGNED,
  headers: [["X-Webhook-Signature", token]],
});

export const jsonWebTokenCases: readonly Case[] = [
  {
    name: "a token that is bound to the body opens its route",
    hooks: NETLIFY,
    request: netlify(BOUND),
    expect: ACCEPTED,
  },
  {
    name: "a token that is bound to another body is refused",
    hooks: NETLIFY,
    request: { ...netlify(BOUND), body: `${BODY} ` },
    expect: refusedBy("body_hash_wrong"),
  },
  {
    name: "a token that names no algorithm is refused",
    hooks: NETLIFY,
    request: netlify(`${Buffer.from('{"alg":"none"}').toString("base64url")}.e30.AAAA`),
    expect: refusedBy("algorithm_wrong"),
  },
  {
    name: "a token under a key that is fetched opens its route",
    hooks: FETCHED,
    request: withToken(await rs256("one", { aud: "us", exp: END })),
    expect: ACCEPTED,
  },
  {
    name: "a token under a key that nobody publishes is refused",
    hooks: FETCHED,
    request: withToken(await rs256("two", { aud: "us", exp: END })),
    expect: refusedBy("key_unknown"),
  },
  {
    name: "a token for somebody else is refused",
    hooks: FETCHED,
    request: withToken(await rs256("one", { aud: "them", exp: END })),
    expect: refusedBy("audience_wrong"),
  },
  {
    name: "a token with a claim that equals a field of the body opens its route",
    hooks: BOT,
    request: withToken(BOT_TOKEN, { body: activity("https://a.example/") }),
    expect: ACCEPTED,
  },
  {
    name: "a token with a claim that differs from a field of the body is refused",
    hooks: BOT,
    request: withToken(BOT_TOKEN, { body: activity("https://b.example/") }),
    expect: refusedBy("claim_wrong"),
  },
  {
    name: "a token whose key service is down gets a 503, and no 401",
    hooks: signed({ scheme: "jwt", jwks: DOWN_URL }),
    request: withToken(await rs256("one", { exp: END })),
    expect: {
      status: 503,
      code: "keys_unavailable",
      headers: { "retry-after": /^\d+$/ },
      record: { auth: "keys_unavailable" },
    },
  },
];
