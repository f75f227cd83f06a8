// Routes with signatures: who may send, what one 401 says, and in which order the gates stand.
import { PRIVATE, TOKEN } from "../base-config.ts";
import type { Case, CaseExpectation, CaseRequest } from "../case.ts";
import { hmacHex, SECRET } from "../sign.ts";

const BODY = `{"action":"opened","note":"${PRIVATE}"}`;
const OLD_SECRET = "conformance-secret-of-last-year";

function signed(auth: object, fields: object = {}): object {
  return {
    mappings: [
      { id: "signed", match: { path: "signed" }, auth, messageTemplate: "{{action}}", ...fields },
      { id: "any", messageTemplate: "the catch-all" },
    ],
  };
}

const GITHUB = signed({ provider: "github", secret: SECRET });

/** The same bytes and headers for whatever is wrong. */
const UNAUTHORIZED: CaseExpectation = {
  status: 401,
  code: "unauthorized",
  body: '{"ok":false,"error":"Missing or wrong credentials.","code":"unauthorized"}',
  headers: { "www-authenticate": "Bearer", "retry-after": null },
};

const ACCEPTED: CaseExpectation = {
  status: 202,
  actions: [{}],
  record: { mappingId: "signed", keyIndex: 0 },
};

function refusedBy(auth: string): CaseExpectation {
  return { ...UNAUTHORIZED, record: { auth } };
}

async function github(body: string | Uint8Array = BODY, secret = SECRET): Promise<CaseRequest> {
  const headers = [["X-Hub-Signature-256", `sha256=${await hmacHex(body, secret)}`]] as const;
  return { target: "/hooks/signed", token: null, headers, body };
}

const RIGHT = await github();
const [HEADER] = RIGHT.headers as readonly [readonly [string, string]];
const UNSIGNED: CaseRequest = { target: "/hooks/signed", token: null, body: BODY };
const WRONG: CaseRequest = { ...RIGHT, body: BODY.replace("opened", "closed") };

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

const githubCases: readonly Case[] = [
  { name: "a right signature opens its route", hooks: GITHUB, request: RIGHT, expect: ACCEPTED },
  {
    name: "a right signature of a body in chunks opens its route",
    hooks: GITHUB,
    request: { ...RIGHT, chunked: 5 },
    expect: ACCEPTED,
  },
  {
    name: "trap 3 an empty body is signed like any other",
    hooks: signed({ provider: "github", secret: SECRET }, { messageTemplate: "static" }),
    request: await github(""),
    expect: ACCEPTED,
  },
  {
    name: "a changed body is refused",
    hooks: GITHUB,
    request: WRONG,
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "trap 1 a body with one more space is refused, although it is the same JSON",
    hooks: GITHUB,
    request: { ...RIGHT, body: `${BODY} ` },
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "trap 1 bytes that are not UTF-8 are verified like any other, and decoded after",
    hooks: GITHUB,
    request: await github(Buffer.from([0x22, 0xff, 0x22])),
    expect: { status: 400, code: "invalid_encoding" },
  },
  {
    name: "trap 1 bytes that are not UTF-8 are no reason to decode before the check",
    hooks: GITHUB,
    request: { ...RIGHT, body: Buffer.from([0x22, 0xff, 0x22]) },
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "trap 2 a compressed body is refused for its signature before its encoding",
    hooks: GITHUB,
    request: { ...WRONG, headers: [HEADER, ["Content-Encoding", "gzip"]] },
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "a signature with another secret is refused",
    hooks: GITHUB,
    request: await github(BODY, OLD_SECRET),
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "trap 34 the older of two secrets opens the route, and the record has its place",
    hooks: signed({ provider: "github", secrets: [SECRET, OLD_SECRET] }),
    request: await github(BODY, OLD_SECRET),
    expect: { ...ACCEPTED, record: { keyIndex: 1 } },
  },
  {
    name: "a request without a signature is refused",
    hooks: GITHUB,
    request: UNSIGNED,
    expect: refusedBy("signature_missing"),
  },
  {
    name: "trap 10 a signature that comes twice is refused",
    hooks: GITHUB,
    request: { ...RIGHT, headers: [HEADER, HEADER] },
    expect: { ...UNAUTHORIZED, record: { auth: expect401() } },
  },
  {
    name: "trap 20 a name that nobody has is refused in the same words",
    hooks: { mappings: [] },
    request: { target: "/hooks/unknown", token: null, body: BODY },
    expect: UNAUTHORIZED,
  },
  {
    name: "trap 20 a wrong hook token is refused in the same words",
    request: { target: "/hooks/wake", token: "wrong", body: BODY },
    expect: UNAUTHORIZED,
  },
  {
    name: "trap 38 the hook token does not open a signed route",
    hooks: GITHUB,
    request: { ...UNSIGNED, token: TOKEN },
    expect: refusedBy("signature_missing"),
  },
  {
    name: "trap 38 the hook token opens a signed route with orToken",
    hooks: signed({ provider: "github", secret: SECRET, orToken: true }),
    request: { ...UNSIGNED, token: TOKEN },
    expect: { ...ACCEPTED, record: { mappingId: "signed", credential: "bearer" } },
  },
  {
    name: "trap 38 a signature opens a route with orToken, whatever token is beside it",
    hooks: signed({ provider: "github", secret: SECRET, orToken: true }),
    request: { ...RIGHT, token: "wrong" },
    expect: ACCEPTED,
  },
  {
    name: "trap 38 neither of the two is the same 401",
    hooks: signed({ provider: "github", secret: SECRET, orToken: true }),
    request: { ...WRONG, token: "wrong" },
    expect: refusedBy("signature_wrong"),
  },
  {
    name: "trap 18 a signed event that no mapping of its name wants is a 204, and no catch-all takes it",
    hooks: signed(
      { provider: "github", secret: SECRET },
      { match: { path: "signed", source: "elsewhere" } },
    ),
    request: RIGHT,
    expect: { status: 204, body: "", record: { outcome: "unmatched" } },
  },
  {
    name: "a signed event that its mapping refuses is a 400",
    hooks: signed({ provider: "github", secret: SECRET }, { messageTemplate: "{{nothing}}" }),
    request: RIGHT,
    expect: { status: 400, record: { code: "empty_text", outcome: "refused" } },
  },
  {
    name: "trap 37 a GET on a signed route without a handshake is a 405",
    hooks: GITHUB,
    request: { method: "GET", target: "/hooks/signed", token: null },
    expect: { status: 405, code: "method_not_allowed", headers: { allow: "POST" } },
  },
  {
    name: "after twenty wrong signatures the answer is 429",
    hooks: GITHUB,
    before: { times: 20, request: WRONG },
    request: WRONG,
    expect: { status: 429, code: "too_many_failures", headers: { "retry-after": /^\d+$/ } },
  },
  {
    name: "a right signature is accepted after many failures",
    hooks: GITHUB,
    before: { times: 25, request: UNSIGNED },
    request: RIGHT,
    expect: ACCEPTED,
  },
];

/** Joined by the runtime or not, the doubled header is none. */
function expect401(): { readonly asymmetricMatch: (code: unknown) => boolean } {
  const codes = ["signature_repeated", "signature_malformed"];
  return { asymmetricMatch: (code) => codes.includes(String(code)) };
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
    name: "trap 7 a time stamp that is too old is refused",
    ...STRIPE,
    request: await stripeAt(SECONDS - 301),
    expect: refusedBy("timestamp_too_old"),
  },
  {
    name: "trap 7 a time stamp in the future is refused",
    ...STRIPE,
    request: await stripeAt(SECONDS + 301),
    expect: refusedBy("timestamp_in_future"),
  },
  {
    name: "trap 6 a time stamp in milliseconds is not taken for one in seconds",
    ...STRIPE,
    request: await stripeAt(NOW),
    expect: refusedBy("timestamp_in_future"),
  },
  {
    name: "trap 7 a time stamp that is no whole number is refused",
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
    name: "trap 9 two time stamps are refused",
    ...STRIPE,
    request: stripe(`t=1,t=${SECONDS},v1=${await stripeSignature(SECONDS)}`),
    expect: refusedBy("signature_malformed"),
  },
  {
    name: "trap 9 one right signature of several is enough",
    ...STRIPE,
    request: stripe(
      `t=${SECONDS},v1=${await hmacHex("x")},v1=${await stripeSignature(SECONDS)},v0=00`,
    ),
    expect: ACCEPTED,
  },
  {
    name: "trap 9 a signature of another version is none",
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
    name: "trap 21 a body that does not fit into the budget is a 503, before it is read",
    hooks: GITHUB,
    options: { unauthenticatedBodies: { maxBytes: 10 } },
    request: RIGHT,
    expect: BUSY,
  },
  {
    name: "trap 21 chunks that do not fit into the budget are a 503",
    hooks: GITHUB,
    options: { unauthenticatedBodies: { maxBytes: 10 } },
    request: { ...RIGHT, chunked: 8 },
    expect: BUSY,
  },
  {
    name: "trap 21 more requests than the budget has are a 503",
    hooks: GITHUB,
    options: { unauthenticatedBodies: { maxRequests: 0 } },
    request: RIGHT,
    expect: BUSY,
  },
  {
    name: "trap 21 what refused requests have read is free again",
    hooks: GITHUB,
    options: { unauthenticatedBodies: { maxRequests: 1, maxBytes: 200 } },
    before: { times: 3, request: WRONG },
    request: RIGHT,
    expect: ACCEPTED,
  },
  {
    name: "trap 1 a parsed body is refused with its own code",
    hooks: GITHUB,
    behind: "json",
    request: { ...RIGHT, headers: [HEADER, ["Content-Type", "application/json"]] },
    expect: { status: 500, code: "body_already_parsed" },
  },
  {
    name: "trap 1 a parsed body whose bytes were kept is verified",
    hooks: GITHUB,
    behind: "json and raw body",
    request: RIGHT,
    expect: ACCEPTED,
  },
];

export const signatureCases: readonly Case[] = [...githubCases, ...stripeCases, ...limitCases];
