// Routes with signatures: time stamps and their windows, limits of bodies, and bodies that were parsed before; and routes without proof.
import { PRIVATE } from "../../base-config.ts";
import type { Case, CaseExpectation, CaseRequest } from "../../case.ts";
import { hmacHex, SECRET } from "../../sign.ts";
import {
  ACCEPTED,
  BODY,
  GITHUB,
  HEADER,
  RIGHT,
  refusedBy,
  signed,
  UNSIGNED,
  WRONG,
} from "../../signed.ts";

const NOW = 1_790_000_000_000;
const SECONDS = NOW / 1000;
const STRIPE = {
  hooks: signed({ provider: "stripe", secret: SECRET }),
  options: { clock: () => NOW },
};

async function stripeSignature(time: number | string): Promise<string> {
  return hmacHex(`${time}.${BODY}`);
}

function stripe(header: string): CaseRequest {
  return { ...UNSIGNED, headers: [["Stripe-Signature", header]] };
}

async function stripeAt(time: number | string): Promise<CaseRequest> {
  return stripe(`t=${time},v1=${await stripeSignature(time)}`);
}

const stripeCases: readonly Case[] = [
  {
    name: "a time stamp of now is accepted",
    ...STRIPE,
    request: await stripeAt(SECONDS),
    expect: ACCEPTED,
  },
  {
    name: "a time stamp at the end of its window is accepted",
    ...STRIPE,
    request: await stripeAt(SECONDS - 300),
    expect: ACCEPTED,
  },
  {
    name: "a time stamp that is too old is refused",
    ...STRIPE,
    request: await stripeAt(SECONDS - 301),
    expect: refusedBy("timestamp_too_old"),
  },
  {
    name: "a time stamp in the future is refused",
    ...STRIPE,
    request: await stripeAt(SECONDS + 301),
    expect: refusedBy("timestamp_in_future"),
  },
  {
    name: "a time stamp in milliseconds is not taken for one in seconds",
    ...STRIPE,
    request: await stripeAt(NOW),
    expect: refusedBy("timestamp_in_future"),
  },
  {
    name: "a time stamp that is not a whole number is refused",
    ...STRIPE,
    request: await stripeAt("1.79e9"),
    expect: refusedBy("timestamp_malformed"),
  },
  {
    name: "a changed time stamp is refused",
    ...STRIPE,
    request: stripe(`t=${SECONDS + 1},v1=${await stripeSignature(SECONDS)}`),
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "a signature without its time stamp is refused",
    ...STRIPE,
    request: stripe(`v1=${await stripeSignature(SECONDS)}`),
    expect: refusedBy("timestamp_missing"),
  },
  {
    name: "two time stamps are refused",
    ...STRIPE,
    request: stripe(`t=1,t=${SECONDS},v1=${await stripeSignature(SECONDS)}`),
    expect: refusedBy("signature_malformed"),
  },
  {
    name: "one right signature of several is enough",
    ...STRIPE,
    request: stripe(
      `t=${SECONDS},v1=${await hmacHex("x")},v1=${await stripeSignature(SECONDS)},v0=00`,
    ),
    expect: ACCEPTED,
  },
  {
    name: "a signature of another version is none",
    ...STRIPE,
    request: stripe(`t=${SECONDS},v0=${await stripeSignature(SECONDS)}`),
    expect: refusedBy("signature_malformed"),
  },
];

const TOO_LONG = 10_000_000;
const BUSY: CaseExpectation = {
  status: 503,
  code: "bodies_overloaded",
  headers: { "retry-after": /^\d+$/ },
};

const limitCases: readonly Case[] = [
  {
    name: "a declared length beyond the limit is a 413 before the signature",
    hooks: GITHUB,
    request: { ...UNSIGNED, body: "x", declaredLength: TOO_LONG },
    expect: { status: 413, code: "payload_too_large" },
  },
  {
    name: "chunks beyond the limit are a 413 before the signature",
    hooks: GITHUB,
    request: { ...UNSIGNED, body: PRIVATE.repeat(500), chunked: 1_000 },
    expect: { status: 413, code: "payload_too_large" },
  },
  {
    name: "a body that does not fit into the budget is a 503, before it is read",
    hooks: GITHUB,
    options: { unauthenticatedBodies: { maxBytes: 10 } },
    request: RIGHT,
    expect: BUSY,
  },
  {
    name: "chunks that do not fit into the budget are a 503",
    hooks: GITHUB,
    options: { unauthenticatedBodies: { maxBytes: 10 } },
    request: { ...RIGHT, chunked: 8 },
    expect: BUSY,
  },
  {
    name: "bodies that are waited for get a 503 if there is no room",
    hooks: GITHUB,
    options: { unauthenticatedBodies: { maxRequests: 0 } },
    request: { ...RIGHT, declaredLength: 1_000 },
    expect: BUSY,
  },
  {
    name: "a body that does not arrive is a 408 before its sender is known",
    hooks: GITHUB,
    options: { bodyTimeoutMs: 60_000, unauthenticatedBodies: { timeoutMs: 50 } },
    request: { ...RIGHT, declaredLength: 1_000 },
    expect: { status: 408, code: "request_timeout" },
  },
  {
    name: "what refused requests have read is free again",
    hooks: GITHUB,
    options: { unauthenticatedBodies: { maxRequests: 1, maxBytes: BODY.length } },
    before: { times: 3, request: WRONG },
    request: RIGHT,
    expect: ACCEPTED,
  },
  {
    name: "a parsed body is refused with its own code",
    hooks: GITHUB,
    behind: "json",
    request: { ...RIGHT, headers: [HEADER, ["Content-Type", "application/json"]] },
    expect: { status: 500, code: "body_already_parsed" },
  },
  {
    name: "a parsed body whose bytes were kept is verified",
    hooks: GITHUB,
    behind: "json and raw body",
    request: RIGHT,
    expect: ACCEPTED,
  },
];

const OPEN = {
  mappings: [
    { id: "open", match: { path: "open" }, auth: "none", messageTemplate: "{{action}}" },
    {
      match: { path: "signed" },
      auth: { provider: "twilio", secret: SECRET, publicUrl: "https://Hooks.Example.com/in" },
      messageTemplate: "x",
    },
  ],
};

function fromPage(origin: string | undefined, target = "/hooks/open"): CaseRequest {
  const headers = [
    ["Content-Type", "text/plain"],
    ...(origin === undefined ? [] : [["Origin", origin] as const]),
  ] as const;
  return { target, token: null, body: BODY, headers };
}

const FROM_ELSEWHERE: CaseExpectation = { status: 403, code: "origin_refused" };
const TAKEN: CaseExpectation = { status: 202, actions: [{}], record: { mappingId: "open" } };

const originCases: readonly Case[] = [
  {
    name: "an open hook refuses what a page of another site sends",
    hooks: OPEN,
    request: fromPage("https://evil.example"),
    expect: FROM_ELSEWHERE,
  },
  {
    name: "an open hook refuses what a page of another port of its host sends",
    hooks: OPEN,
    request: fromPage("http://127.0.0.1:3000"),
    expect: FROM_ELSEWHERE,
  },
  {
    name: "an open hook refuses what a page without an origin sends",
    hooks: OPEN,
    request: fromPage("null"),
    expect: FROM_ELSEWHERE,
  },
  {
    name: "an open hook takes what a page of its own host sends",
    hooks: OPEN,
    request: fromPage("http://127.0.0.1:80"),
    expect: TAKEN,
  },
  {
    name: "an open hook takes what a page of the host of a publicUrl sends",
    hooks: OPEN,
    request: fromPage("https://hooks.example.com"),
    expect: TAKEN,
  },
  {
    name: "an open hook takes what no page sends",
    hooks: OPEN,
    request: fromPage(undefined),
    expect: TAKEN,
  },
  {
    name: "a hook with proof takes any origin",
    hooks: GITHUB,
    request: { ...RIGHT, headers: [HEADER, ["Origin", "https://evil.example"]] },
    expect: ACCEPTED,
  },
];

export const signedLimitCases: readonly Case[] = [...stripeCases, ...limitCases, ...originCases];
