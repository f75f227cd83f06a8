// A request → proof of its sender and its body, by the hook token or by the `auth` of its endpoint, which may need the body; or 401, 404, 408, 411, 413, 429, 503.

import {
  canonicalHost,
  type HeaderRecord,
  networkOf,
  parseOrigin,
  parseQuery,
  type QueryRecord,
  queryOf,
  readHeader,
} from "@hookwright/base";
import type {
  AuthFailureCode,
  AuthRequest,
  AuthResult,
  HandshakeAnswer,
  RouteAuth,
} from "@hookwright/signatures/runtime";
import { describeAuthFailure } from "@hookwright/signatures/runtime";
import { createRefusal, createSecretHider, TOKEN_PROOF } from "../../model/index.ts";
import { type Gate, type GateRefusal, NOT_FOUND, OVERLOADED, refuse } from "./answer.ts";
import { readCoding } from "./decode-body.ts";
import { decompressBody, NOT_COMPRESSED, WRONG_CODING } from "./decompress-body.ts";
import { readIdempotencyKey } from "./find-keys.ts";
import { type Arrived, createProved, type Proved } from "./phases.ts";
import {
  type BodyShare,
  checkBody,
  checkDeclaredLength,
  PARSED_BODY,
  readTrusted,
} from "./read-body.ts";
import type { TokenCarrier } from "./record.ts";
import type { BodyLimits, BodyRead, ReadableBody } from "./request.ts";
import type { ServingState, TokenCarriers } from "./state.ts";
import { askInTime } from "./store.ts";

/**
 * For a route that the hook token opens. A right token always passes: a stranger behind the same proxy must
 * not be able to lock others out.
 */
export async function proveByToken(
  arrived: Arrived,
  limits: BodyLimits,
  state: ServingState,
): Promise<Proved | GateRefusal> {
  const refused = checkToken(arrived, state);
  if (refused !== undefined) return refused;
  return arrived.endpoint === undefined ? NOT_FOUND : readTokenRequest(arrived, limits, state);
}

/** Undefined if the request has the hook token. Counts a failure. */
export function checkToken(
  arrived: Arrived,
  state: ServingState,
): Promise<GateRefusal> | undefined {
  if (acceptToken(arrived, state)) return undefined;
  arrived.log.notes.detail = describeTokenFailure(arrived, state.carriers);
  return refuseCredentials(arrived, state);
}

function acceptToken({ headers, query, log }: Arrived, { carriers, hooks }: ServingState): boolean {
  const carried = readToken(headers, query, carriers);
  if (carried === undefined || !hooks.verifyToken(carried.token)) return false;
  log.notes.credential = carried.carrier;
  return true;
}

/** Reads the idempotency key and the body of a request with the hook token. */
async function readTokenRequest(
  arrived: Arrived,
  limits: BodyLimits,
  state: ServingState,
): Promise<Proved | GateRefusal> {
  const { headers, hideSecrets, log, route } = arrived;
  if (log.notes.credential === "query") state.warnQueryToken(route.name);
  const sent = readIdempotencyKey(headers);
  if (!sent.ok) return sent.gate;
  const tooLong = checkDeclaredLength(headers, limits);
  if (tooLong !== undefined) return tooLong;
  const body = await readTrusted(arrived, limits, state);
  if ("refusal" in body) return body;
  const sentKey = sent.key === undefined ? undefined : hideSecrets(sent.key);
  return createProved(arrived, {
    proof: TOKEN_PROOF,
    body,
    isDecoded: false,
    sentKey,
    signed: undefined,
  });
}

/**
 * Answers with the same bytes for every cause, on routes with and without an `auth`, and for unknown names. A
 * request is counted after its credentials were checked, never before: a client with many failures may share
 * the address of the sender.
 */
async function refuseCredentials(
  { remoteAddress: client = "unknown" }: Arrived,
  { throttle, timer, warnThrottle }: ServingState,
): Promise<GateRefusal> {
  const fail = () => throttle.fail(networkOf(client));
  const waitSeconds = (await askInTime(fail, { timer, onFailure: warnThrottle })) ?? 0;
  if (!(waitSeconds > 0)) return UNAUTHORIZED;
  return refuse(TOO_MANY_FAILURES, { "retry-after": String(Math.ceil(waitSeconds)) });
}

const UNAUTHORIZED = refuse(createRefusal("unauthorized", "Missing or wrong credentials."), {
  "www-authenticate": "Bearer",
});

const TOO_MANY_FAILURES = createRefusal(
  "too_many_failures",
  "Too many requests with missing or wrong credentials.",
);

/** The first carrier that is not empty wins: a right token after a wrong one does not help. */
export function readToken(
  headers: HeaderRecord,
  query: QueryRecord,
  carriers: TokenCarriers,
): { readonly token: string; readonly carrier: TokenCarrier } | undefined {
  const authorization = readHeader(headers, "authorization") ?? "";
  const bearer = /^bearer\s/i.test(authorization)
    ? authorization.slice("bearer".length).trim()
    : "";
  if (bearer !== "") return { token: bearer, carrier: "bearer" };
  for (const name of carriers.headers) {
    const token = readHeader(headers, name)?.trim() ?? "";
    if (token !== "") return { token, carrier: "header" };
  }
  const token = carriers.query ? (query["token"]?.trim() ?? "") : "";
  return token === "" ? undefined : { token, carrier: "query" };
}

/** A request to a route with an `auth`. */
type Guarded = Arrived & { readonly auth: RouteAuth };

export function hasAuth(arrived: Arrived): arrived is Guarded {
  return arrived.auth !== undefined;
}

type Authentication = Proved | GateRefusal | { readonly handshake: HandshakeAnswer };

/**
 * For a route with an `auth`. A token in a header or in the query is compared before any byte of the body is
 * read.
 */
export async function proveByAuth(
  arrived: Guarded,
  limits: BodyLimits,
  state: ServingState,
): Promise<Authentication> {
  const { request, auth, headers, receivedAt, remoteAddress } = arrived;
  const foreign = checkOrigin(arrived);
  if (foreign !== undefined) return foreign;
  const { method, target } = request;
  const head: AuthRequest = { method, target, body: NO_BYTES, headers, receivedAt, remoteAddress };
  if (method !== "POST") return answerProbe(head, arrived, state);
  if (auth.orToken && acceptToken(arrived, state)) return readTokenRequest(arrived, limits, state);
  const early = auth.needsBody ? undefined : await auth.check(head);
  if (early?.ok === false && auth.handshake?.isSigned !== false) {
    return fail(early.code, arrived, state);
  }
  const tooLong = checkDeclaredLength(headers, limits);
  if (tooLong !== undefined) return tooLong;
  if (early?.ok === true && auth.kind !== "none") {
    const body = await readTrusted(arrived, limits, state);
    if ("refusal" in body) return body;
    return checkSent({ head, early, body, isDecoded: false }, arrived, state);
  }
  const share = openShare(arrived, state);
  if (share === undefined) return OVERLOADED;
  try {
    const read = await readUnknown(share, arrived, limits, state);
    if ("refusal" in read) return read;
    const { body, isDecoded } = read;
    return await checkSent({ head, early, body, isDecoded }, arrived, state);
  } finally {
    share.release();
  }
}

function openShare(
  { headers, remoteAddress: client, receivedAt }: Arrived,
  { bodyBudget, largestSignedBody: largestBody }: ServingState,
): BodyShare | undefined {
  const length = readHeader(headers, "content-length");
  const declared = length === undefined ? undefined : Number(length);
  return bodyBudget.open({ client, receivedAt, declared, largestBody });
}

const NO_BYTES = new Uint8Array();

/** A probe can have a token in the URL or in a header, as an event does, but not a signature. */
async function answerProbe(
  head: AuthRequest,
  arrived: Guarded,
  state: ServingState,
): Promise<Authentication> {
  const { auth } = arrived;
  const showsToken = auth.handshake?.showsToken === true && auth.kind === "token";
  if (showsToken && !auth.needsBody && !(auth.orToken && acceptToken(arrived, state))) {
    const shown = await auth.check(head);
    if (!shown.ok) return fail(shown.code, arrived, state);
  }
  const answer = await auth.handshake?.answer(head);
  return answer === undefined ? fail("handshake_wrong", arrived, state) : { handshake: answer };
}

/**
 * A page of any site can make a browser send plain text to a hook that the browser can reach. Without an
 * `auth`, only the `Origin` header of browsers tells such pages apart; webhook senders send none.
 */
function checkOrigin({ headers, auth: { publicHosts } }: Guarded): Gate {
  const written = publicHosts && readHeader(headers, "origin");
  if (written === undefined) return undefined;
  const origin = parseOrigin(written);
  if (origin === undefined) return ORIGIN_REFUSED;
  const own = canonicalHost(readHeader(headers, "host") ?? "", origin.scheme);
  return origin.host === own || publicHosts?.has(origin.host) ? undefined : ORIGIN_REFUSED;
}

const ORIGIN_REFUSED = refuse(
  createRefusal("origin_refused", "Pages of other sites may not send events to this hook.", {
    detail:
      "The Origin of the request is another host than its Host and than every publicUrl. Give the hook a token if such pages are to send events.",
  }),
);

/** Gzip of JSON is far below this ratio: more is a bomb, or something that no sender signs. */
const MAX_RATIO = 100;

/**
 * A sender that signs before it compresses can be verified only after decompression. It is charged to the
 * budget of unauthenticated bodies and limited to a hundred times the size that was sent.
 */
async function readUnknown(
  share: BodyShare,
  arrived: Guarded,
  { maxBytes, timeoutMs }: BodyLimits,
  state: ServingState,
): Promise<{ readonly body: ReadableBody; readonly isDecoded: boolean } | GateRefusal> {
  const { request, auth, headers, log } = arrived;
  const limits: BodyLimits = {
    maxBytes,
    timeoutMs: Math.min(timeoutMs, state.unknownSenderTimeoutMs),
    meter: share,
  };
  const sent = await request.readBody(limits);
  // Some vendors send a handshake as a POST with a Content-Type and no body.
  const mayAsk = sent.kind === "no-length" && auth.handshake?.methods.includes("POST") === true;
  const read: BodyRead = mayAsk ? { kind: "bytes", bytes: NO_BYTES } : sent;
  // An adapter may read on after the share was ended.
  if (share.isEnded()) return ENDED;
  const body = checkBody(read, limits, state.parsedBodies);
  if ("refusal" in body) return body;
  if (body.kind === "parsed") return { body, isDecoded: false };
  const { bytes } = body;
  if (!share.complete(bytes.length)) return OVERLOADED;
  const coding = auth.signsDecoded === true ? readCoding(headers) : undefined;
  if (coding === undefined || bytes.length === 0) return { body, isDecoded: false };
  const result = await decompressBody(bytes, {
    coding,
    limits: { maxBytes: Math.min(maxBytes, MAX_RATIO * bytes.length), timeoutMs },
    decompressor: state.decompressor,
    take: (size) => share.add(size),
  });
  if ("bytes" in result) return { body: { kind: "bytes", bytes: result.bytes }, isDecoded: true };
  // The sender is not authenticated: a body with a wrong Content-Encoding cannot have a right signature
  // either.
  if (result !== NOT_COMPRESSED) return result;
  const refused = await fail("signature_wrong", arrived, state);
  log.notes.detail = WRONG_CODING;
  return refused;
}

/** A body, and the result of a check that needed only the head. */
interface SentRequest extends Pick<Proved, "body" | "isDecoded"> {
  readonly head: AuthRequest;
  readonly early: AuthResult | undefined;
}

async function checkSent(
  { head, early, body, isDecoded }: SentRequest,
  arrived: Guarded,
  state: ServingState,
): Promise<Authentication> {
  const { auth, log } = arrived;
  const { handshake } = auth;
  if (body.kind === "parsed") {
    if (early?.ok === true) return accept(early, arrived, { body, isDecoded });
    state.warnParsedBody();
    return ALREADY_PARSED;
  }
  log.notes.bodyBytes = body.bytes.length;
  const sent: AuthRequest = { ...head, body: body.bytes };
  const result = early ?? (await auth.check(sent));
  if (handshake !== undefined && (result.ok || !handshake.isSigned)) {
    const answer = await handshake.answer(sent);
    if (answer !== undefined) return { handshake: answer };
  }
  if (!result.ok) return fail(result.code, arrived, state);
  // The handshake would sign such a text for anybody, whichever part of it is the body.
  if (handshake?.wouldSign(result.signed ?? []) === true) {
    return fail("signature_wrong", arrived, state);
  }
  return accept(result, arrived, { body, isDecoded });
}

function accept(
  result: AuthResult & { readonly ok: true },
  arrived: Guarded,
  { body, isDecoded }: Pick<Proved, "body" | "isDecoded">,
): Proved {
  const { auth, hideSecrets } = arrived;
  const { id, kind, secretPlaces } = auth;
  if (kind !== "none" && kind !== "verifier") arrived.log.notes.keyIndex = result.keyIndex;
  const isOther = result.target !== undefined && result.target !== arrived.target;
  const target = isOther ? (result.target as string) : arrived.target;
  const query = isOther ? parseQuery(queryOf(target)) : arrived.query;
  // The secret is hidden in headers, too, because proxies copy the target of a request into them.
  const shown = secretPlaces.query.flatMap((name) => query[name] ?? []);
  const hide = shown.length === 0 ? undefined : createSecretHider(shown);
  return createProved(arrived, {
    proof: id,
    body,
    isDecoded,
    sentKey: result.signedId,
    signed: result.signed,
    target,
    query,
    hideSecrets: hide === undefined ? hideSecrets : (text) => hideSecrets(hide(text)),
  });
}

async function fail(
  code: AuthFailureCode,
  arrived: Guarded,
  state: ServingState,
): Promise<GateRefusal> {
  const { headers, log, auth } = arrived;
  const { notes } = log;
  notes.auth = code;
  const sentences = [describeAuthFailure(code)];
  if (SHOWS_HEAD.has(code)) sentences.push(describeHead(arrived));
  if (code === "token_missing" && readHeader(headers, "authorization") !== undefined) {
    sentences.push(PREFIX);
  }
  if (code === "signature_wrong" && notes.bodyBytes === 0) {
    sentences.push("The body is empty, which few senders intend.");
  }
  const { provider } = auth;
  if (code === "signature_missing" && provider?.sendsSecret === true) {
    sentences.push(
      `${provider.name} sends the secret with its first request, which has no signature: docs/handshake-secrets.md says how to receive it.`,
    );
  }
  notes.detail = sentences.join(" ");
  // The credentials are neither right nor wrong: a 401 would make some senders disable the hook.
  return code === "keys_unavailable" ? KEYS_UNAVAILABLE : refuseCredentials(arrived, state);
}

const PREFIX =
  'The "header" and "prefix" of the "auth" say where the token is and what precedes it: "prefix": "" takes a bare token.';

/** For these codes, the credentials that are present help more than the name of the missing one. */
const SHOWS_HEAD: ReadonlySet<AuthFailureCode> = new Set(["signature_missing", "token_missing"]);

const ENDED = refuse({
  ...OVERLOADED.refusal,
  detail: "Others needed the room of this body, which had not arrived within a second.",
});

const KEYS_UNAVAILABLE = refuse(
  createRefusal("keys_unavailable", "The keys of the sender are not available; send it again."),
  { "retry-after": "30" },
);

const ALREADY_PARSED: GateRefusal = refuse(
  createRefusal("body_already_parsed", "The request could not be verified.", {
    detail: PARSED_BODY,
  }),
);

interface Head {
  readonly headers: HeaderRecord;
  readonly query: QueryRecord;
}

/** For a route that the hook token opens. */
export function describeTokenFailure({ headers, query }: Head, carriers: TokenCarriers): string {
  const authorization = readHeader(headers, "authorization")?.trim() ?? "";
  if (/^bearer\s+\S/i.test(authorization)) return `${WRONG} It came as a bearer token.`;
  const header = carriers.headers.find((name) => (readHeader(headers, name)?.trim() ?? "") !== "");
  if (header !== undefined) return `${WRONG} It came in the header ${header}.`;
  if (carriers.query && (query["token"]?.trim() ?? "") !== "") {
    return `${WRONG} It came in the query.`;
  }
  return `${describeHead({ headers, query })} The hook token comes as "Authorization: Bearer …".`;
}

const WRONG = "The hook token is wrong: compare the one that is set at the sender.";

/** Names the credentials that a request has instead of the expected ones. */
export function describeHead({ headers, query }: Head): string {
  const authorization = readHeader(headers, "authorization")?.trim() ?? "";
  const found = [
    ...(authorization === "" ? [] : [describeAuthorization(authorization)]),
    ...describeHeaders(headers),
    ...describeParameters(query),
  ];
  return found.length === 0
    ? "The request has no credentials."
    : `The request has ${found.join(", and ")}.`;
}

/**
 * A known scheme name, then a text without spaces, or pairs: `Digest a=b, c=d`, `Token t`. Any other first
 * word may be part of a secret.
 */
const SCHEME =
  /^((?:[a-z][a-z\d]{0,11}[-_]){0,2}(?:api-?key|key|auth(?:orization)?|(?:oauth)?token|hmac(?:[-_]?sha-?\d{1,3})?|signature|sha-?\d{1,3})|aws4-hmac-sha256|basic|bearer|bot|geniekey|digest|dpop|gnap|hawk|hoba|jwt|mac|negotiate|ntlm|oauth\d?|privatetoken|scram-sha-\d{1,3}|secret|sharedaccesssignature|sharedkey(?:lite)?|splunk|ssws|vapid|wsse|zoho-oauthtoken)\s+(?:\S+$|\S+=)/i;

function describeAuthorization(authorization: string): string {
  const [, scheme] = SCHEME.exec(authorization) ?? [];
  return scheme === undefined
    ? "an Authorization header without a scheme that is known"
    : `an Authorization header of the scheme "${scheme}"`;
}

const CREDENTIAL = /(?:signature|token|secret|hmac|auth|api-?key|^webhook-id$|^svix-id$)/;

/** Header names are the sender's text, too, so only a few that look like names are shown. */
const HEADER_NAME = /^[a-z][a-z\d-]{1,39}$/;

const MAX_SHOWN = 3;

function describeHeaders(headers: HeaderRecord): readonly string[] {
  const names = Object.keys(headers)
    .map((name) => name.toLowerCase())
    .filter((name) => !/^(?:proxy-)?authorization$|^:/.test(name))
    .filter((name) => CREDENTIAL.test(name) && HEADER_NAME.test(name));
  const shown = names.slice(0, MAX_SHOWN).map((name) => `"${name}"`);
  if (shown.length === 0) return [];
  return [`the header${shown.length === 1 ? "" : "s"} ${shown.join(", ")}`];
}

function describeParameters(query: QueryRecord): readonly string[] {
  const name = PARAMETERS.find((one) => Object.hasOwn(query, one));
  return name === undefined ? [] : [`"${name}" in its query`];
}

const PARAMETERS = ["token", "key", "api_key", "apikey", "secret", "access_token", "auth", "sig"];
