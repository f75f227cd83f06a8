// Routes with their own token: where it is sent, and that nothing after the gates can read it.
import { TOKEN } from "../../base-config.ts";
import type { Case, CaseExpectation, CaseRequest } from "../../case.ts";
import { SECRET } from "../../sign.ts";

const OTHER = "conformance-secret-0123456780";

function opened(auth: object | "none", fields: object = {}): object {
  const messageTemplate = "{{payload}} {{headers}} {{query}} {{event.url}}";
  return { mappings: [{ match: { path: "ci" }, auth, messageTemplate, ...fields }] };
}

/** A text that the agent may read. */
const WITHOUT_SECRET = {
  asymmetricMatch: (text: unknown) => typeof text === "string" && !text.includes(SECRET),
  toString: () => "a text without the secret",
};

const ACCEPTED: CaseExpectation = { status: 202, actions: [{ parts: [{ text: WITHOUT_SECRET }] }] };

const UNAUTHORIZED: CaseExpectation = {
  status: 401,
  code: "unauthorized",
  body: '{"ok":false,"error":"Missing or wrong credentials.","code":"unauthorized"}',
  headers: { "www-authenticate": "Bearer" },
};

interface Carrier {
  readonly where: string;
  readonly auth: object;
  readonly request: (token: string) => Partial<CaseRequest>;
}

/** A token instead of the vendor's signature: the row says the same of the deliveries. */
const STRIPE = { provider: "stripe", token: SECRET, header: "x-ci-token" };
const STRIPE_HEADERS = [["X-CI-Token", SECRET]] as const;

const CARRIERS: readonly Carrier[] = [
  {
    where: "in a header",
    auth: { token: SECRET, header: "x-ci-token" },
    request: (token) => ({ headers: [["X-CI-Token", token]] }),
  },
  {
    where: "as a bearer",
    auth: { token: SECRET, header: "authorization" },
    request: (token) => ({ headers: [["Authorization", `Bearer ${token}`]] }),
  },
  {
    where: "bare in Authorization",
    auth: { token: SECRET, header: "authorization", prefix: "" },
    request: (token) => ({ headers: [["Authorization", token]] }),
  },
  {
    where: "in another scheme than Bearer",
    auth: { token: SECRET, header: "Authorization", prefix: "Splunk " },
    request: (token) => ({ headers: [["Authorization", `splunk ${token}`]] }),
  },
  {
    where: "behind a prefix in a header of its own",
    auth: { token: SECRET, header: "x-key", prefix: "key=" },
    request: (token) => ({ headers: [["X-Key", `key=${token}`]] }),
  },
  {
    where: "in the query",
    auth: { token: SECRET, query: "key" },
    request: (token) => ({
      target: `/hooks/ci?x=1&key=${token}`,
      headers: [["X-Original-URI", `/hooks/ci?key=${token}`]],
    }),
  },
  {
    where: "in a field of the body",
    auth: { token: SECRET, json: "meta.passcode" },
    request: (token) => ({ body: JSON.stringify({ meta: { passcode: token, a: 1 }, b: 2 }) }),
  },
  {
    where: "in Basic",
    auth: { basic: { user: "sender", password: SECRET } },
    request: (token) => ({
      headers: [["Authorization", `Basic ${Buffer.from(`sender:${token}`).toString("base64")}`]],
    }),
  },
];

const CI: CaseRequest = { target: "/hooks/ci", token: null, body: '{"job":"tests"}' };

const carrierCases = CARRIERS.flatMap(({ where, auth, request }): readonly Case[] => [
  {
    name: `a right token ${where} opens its route, and the agent does not read it`,
    hooks: opened(auth),
    request: { ...CI, ...request(SECRET) },
    expect: ACCEPTED,
  },
  {
    name: `a wrong token ${where} is refused`,
    hooks: opened(auth),
    request: { ...CI, ...request(OTHER) },
    expect: { ...UNAUTHORIZED, record: { auth: "token_wrong" } },
  },
  {
    name: `the hook token does not open a route with a token ${where}`,
    hooks: opened(auth),
    request: { ...CI, headers: [["X-Gateway-Token", TOKEN]] },
    expect: { ...UNAUTHORIZED, record: { auth: "token_missing" } },
  },
]);

const FIGMA = { provider: "figma", token: SECRET };

export const authTokenCases: readonly Case[] = [
  ...carrierCases,
  {
    name: "a token in a header is checked before the body is read",
    hooks: opened({ token: SECRET, header: "x-ci-token" }),
    request: { ...CI, body: "x", declaredLength: 10_000_000 },
    expect: { ...UNAUTHORIZED, record: { auth: "token_missing" } },
  },
  {
    name: "a parsed body does not affect a token in a header",
    hooks: opened({ token: SECRET, header: "x-ci-token" }),
    behind: "json",
    request: { ...CI, headers: [["X-CI-Token", SECRET]] },
    expect: ACCEPTED,
  },
  {
    name: "every element of a batch has its token, and loses it",
    hooks: opened({ provider: "microsoft-graph", token: SECRET }),
    request: {
      ...CI,
      body: JSON.stringify({ value: [{ clientState: SECRET }, { clientState: SECRET, id: 1 }] }),
    },
    expect: ACCEPTED,
  },
  {
    name: "one wrong token among the elements of a batch is a 401",
    hooks: opened({ provider: "microsoft-graph", token: SECRET }),
    request: {
      ...CI,
      body: JSON.stringify({ value: [{ clientState: SECRET }, { clientState: OTHER }] }),
    },
    expect: { ...UNAUTHORIZED, record: { auth: "token_wrong" } },
  },
  {
    name: "what a mapping refuses is a 204 for a sender that a 400 would switch off",
    hooks: opened(FIGMA, { sessionKey: "{{nothing}}" }),
    request: { ...CI, body: JSON.stringify({ passcode: SECRET }) },
    expect: { status: 204, body: "", record: { outcome: "refused", code: "session_key_refused" } },
  },
  {
    name: "a body that can never be read is a success for a sender that would send it again for days",
    hooks: opened(STRIPE),
    request: { ...CI, headers: STRIPE_HEADERS, body: "{" },
    expect: { status: 204, body: "", record: { outcome: "refused", code: "invalid_json" } },
  },
  {
    name: "such a sender gets the success that its vendor takes",
    hooks: opened({ ...STRIPE, provider: "coinbase-commerce" }),
    request: { ...CI, headers: STRIPE_HEADERS, body: "7" },
    expect: {
      status: 200,
      body: '{"ok":true}',
      record: { outcome: "refused", code: "invalid_payload" },
    },
  },
  {
    name: "what another config would let through comes again, and runs then",
    hooks: opened(STRIPE, { agentId: "{{nobody}}x" }),
    request: { ...CI, headers: STRIPE_HEADERS, body: '{"id":"evt_1"}' },
    expect: {
      status: 400,
      code: "agent_refused",
      issues: ["/agentId"],
      record: { outcome: "refused" },
    },
  },
  {
    name: "a body that can never be read keeps its status for a sender that gives up",
    hooks: opened({ ...STRIPE, provider: "github" }),
    request: { ...CI, headers: STRIPE_HEADERS, body: "{" },
    expect: { status: 400, code: "invalid_json" },
  },
  {
    name: "a wrong passcode is a 401 for that sender, too",
    hooks: opened(FIGMA),
    request: { ...CI, body: JSON.stringify({ passcode: OTHER }) },
    expect: { ...UNAUTHORIZED, record: { auth: "token_wrong" } },
  },
  {
    name: "a hook that is open to everybody asks for no credentials",
    hooks: opened("none"),
    request: CI,
    expect: { status: 202, actions: [{}] },
  },
];
