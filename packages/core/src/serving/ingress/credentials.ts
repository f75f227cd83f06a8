// A request → whose it is: by the hook token, or by the `auth` of its endpoint, which may need the body; or 401, 413, 429, 503.

import {
  canonicalHost,
  type HeaderRecord,
  mapPromise,
  networkOf,
  type PromiseOrValue,
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
import { createRefusal, createSecretHider, TOKEN_PROOF } from "../../base/index.ts";
import { type Gate, type GateRefusal, OVERLOADED, refuse } from "./answer.ts";
import { askInTime } from "./ask-store.ts";
import type { BodyShare } from "./body-budget.ts";
import { readCoding } from "./decode-body.ts";
import { decompressBody, NOT_COMPRESSED, TOO_MANY_HELD, WRONG_CODING } from "./decompress-body.ts";
import { describeAuthFailure } from "./describe-auth-failure.ts";
import { describeHead, describeTokenFailure } from "./describe-credentials.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import { checkBody, checkDeclaredLength, type ReadableBody } from "./read-body.ts";
import { shortName } from "./record.ts";
import type { BodyLimits, BodyRead, IngressAnswer, IngressRequest } from "./request.ts";
import type { RequestContext, TokenCarrier, TokenCarriers } from "./request-context.ts";
import type { ServingState } from "./state.ts";

/** A right token always passes: a stranger behind the same proxy must not be able to lock others out. */
export function checkCredentials(
  context: RequestContext,
  state: ServingState,
): PromiseOrValue<Gate> {
  if (acceptToken(context, state)) return undefined;
  context.notes.detail = describeTokenFailure(context, state.carriers);
  return refuseCredentials(context, state);
}

function acceptToken(context: RequestContext, { carriers, hooks }: ServingState): boolean {
  const carried = readToken(context.headers, context.query, carriers);
  if (carried === undefined || !hooks.verifyToken(carried.token)) return false;
  context.notes.credential = carried.carrier;
  context.proof = TOKEN_PROOF;
  return true;
}

/** What else the head of a request with the hook token says. */
export function checkTokenHead(
  context: RequestContext,
  limits: BodyLimits,
  { warnQueryToken }: ServingState,
): Gate {
  const { headers, notes, route } = context;
  if (notes.credential === "query") warnQueryToken(route.name);
  const sent = readIdempotencyKey(headers);
  if (!sent.ok) return sent.gate;
  if (sent.key !== undefined) context.idempotencyKey = context.hideSecrets(sent.key);
  return checkDeclaredLength(headers, limits);
}

/**
 * The same bytes for whatever was wrong, on routes with and without an `auth`, and for unknown names.
 * A request is counted when its credentials were judged, never before: a client with many failures may
 * stand behind the same address as the sender.
 */
function refuseCredentials(
  { remoteAddress: client = "unknown" }: RequestContext,
  { throttle, timer, warnThrottle }: ServingState,
): PromiseOrValue<GateRefusal> {
  const asked = askInTime(() => throttle.fail(networkOf(client)), {
    timer,
    onFailure: warnThrottle,
  });
  return mapPromise(asked, (waitSeconds = 0) =>
    waitSeconds > 0 ? tooManyFailures(waitSeconds) : UNAUTHORIZED,
  );
}

const UNAUTHORIZED = refuse(createRefusal("unauthorized", "Missing or wrong credentials."), {
  "www-authenticate": "Bearer",
});

function tooManyFailures(waitSeconds: number): GateRefusal {
  const refusal = createRefusal(
    "too_many_failures",
    "Too many requests with missing or wrong credentials.",
  );
  return refuse(refusal, { "retry-after": String(Math.ceil(waitSeconds)) });
}

interface CarriedToken {
  readonly token: string;
  readonly carrier: TokenCarrier;
}

/** The first carrier with something in it wins: a right token behind a wrong one does not help. */
export function readToken(
  headers: HeaderRecord,
  query: QueryRecord,
  carriers: TokenCarriers,
): CarriedToken | undefined {
  const bearer = readBearer(readHeader(headers, "authorization"));
  if (bearer !== "") return { token: bearer, carrier: "bearer" };
  for (const name of carriers.headers) {
    const token = readHeader(headers, name)?.trim() ?? "";
    if (token !== "") return { token, carrier: "header" };
  }
  const token = carriers.query ? (query["token"]?.trim() ?? "") : "";
  return token === "" ? undefined : { token, carrier: "query" };
}

function readBearer(authorization: string | undefined): string {
  if (authorization === undefined || !/^bearer\s/i.test(authorization)) return "";
  return authorization.slice("bearer".length).trim();
}

/** RFC 9745: deprecated since the first release, 2026-01-01. */
const DEPRECATED_SINCE = "@1767225600";

/** A catch-all takes any name; the memory of those warned about must not grow with them. */
const MAX_NAMES = 1000;

export function markDeprecated(answer: IngressAnswer): IngressAnswer {
  return {
    ...answer,
    headers: { ...answer.headers, deprecation: DEPRECATED_SINCE },
  };
}

export function createQueryTokenWarning(warn: (message: string) => void): (name: string) => void {
  const warned = new Set<string>();
  return (hook) => {
    const name = shortName(hook);
    if (warned.has(name) || warned.size >= MAX_NAMES) return;
    warned.add(name);
    warn(
      `The hook "${name}" was called with ?token=, which is deprecated: send "Authorization: Bearer …".`,
    );
  };
}

/** A body means that its sender is known, and `context.proof` says how. */
type Authentication = ReadableBody | GateRefusal | { readonly handshake: HandshakeAnswer };

interface RouteGates {
  readonly auth: RouteAuth;
  readonly limits: BodyLimits;
  readonly state: ServingState;
}

export async function authenticate(
  context: RequestContext,
  gates: RouteGates,
): Promise<Authentication> {
  const { request, headers, receivedAt, remoteAddress } = context;
  const { auth, limits, state } = gates;
  const foreign = checkOrigin(context, auth);
  if (foreign !== undefined) return foreign;
  const { method, target } = request;
  const sender = { headers, receivedAt, remoteAddress };
  const head: AuthRequest = { method, target, body: NO_BYTES, ...sender };
  if (method !== "POST") {
    const refused = await checkProbe(head, context, gates);
    if (refused !== undefined) return refused;
    const answer = await auth.handshake?.answer(head);
    return answer === undefined ? fail("handshake_wrong", context, state) : { handshake: answer };
  }
  if (auth.orToken && acceptToken(context, state)) {
    return checkTokenHead(context, limits, state) ?? readTrusted(context, limits, state);
  }
  // A token in a header or in the query is compared before a byte of the body is read.
  const early = auth.needsBody ? undefined : await auth.check(head);
  if (early?.ok === false && auth.handshake?.isSigned !== false) {
    return fail(early.code, context, state);
  }
  return readAndJudge({ head, early, context, gates });
}

/** A token in the URL or in a header is shown by a probe as by an event; a signature cannot be. */
async function checkProbe(
  head: AuthRequest,
  context: RequestContext,
  { auth, state }: RouteGates,
): Promise<Gate> {
  if (auth.handshake?.showsToken !== true || auth.kind !== "token" || auth.needsBody) {
    return undefined;
  }
  if (auth.orToken && acceptToken(context, state)) return undefined;
  const shown = await auth.check(head);
  return shown.ok ? undefined : fail(shown.code, context, state);
}

/**
 * A page of any site can make a browser that reaches the hook send it plain text. Where nothing proves the
 * sender, what browsers say of the page is all that there is. Senders of webhooks say nothing.
 */
function checkOrigin({ headers }: RequestContext, { publicHosts }: RouteAuth): Gate {
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

/** The body of a sender that is known, counted as its bytes arrive. */
export async function readTrusted(
  context: RequestContext,
  { maxBytes, timeoutMs }: BodyLimits,
  { bodyMemory, parsedBodies }: ServingState,
): Promise<ReadableBody | GateRefusal> {
  const meter = { begin: () => true, add: (bytes: number) => bodyMemory.take(bytes, context) };
  const limits = { maxBytes, timeoutMs, meter };
  const read = await context.request.readBody(limits);
  return read.kind === "overloaded" ? TOO_MANY_HELD : checkBody(read, limits, parsedBodies);
}

/** A request, and what the check said of its head where it needs no body. */
interface HeadResult {
  readonly head: AuthRequest;
  readonly early: AuthResult | undefined;
  readonly context: RequestContext;
  readonly gates: RouteGates;
}

async function readAndJudge(checked: HeadResult): Promise<Authentication> {
  const { early, context, gates } = checked;
  const { auth, limits } = gates;
  const tooLong = checkDeclaredLength(context.headers, limits);
  if (tooLong !== undefined) return tooLong;
  if (early?.ok === true && auth.kind !== "none") {
    const body = await readTrusted(context, limits, gates.state);
    return "refusal" in body ? body : judge(body, checked);
  }
  const share = openShare(context, gates);
  if (share === undefined) return OVERLOADED;
  try {
    const body = await readUnknown(context.request, share, gates);
    if ("refusal" in body) return body;
    const signed = await decodeUnknown(body, { context, gates, share });
    return "refusal" in signed ? signed : await judge(signed, checked);
  } finally {
    share.release();
  }
}

const NO_BYTES = new Uint8Array();

function openShare(
  { headers, remoteAddress: client, receivedAt }: RequestContext,
  { state }: RouteGates,
): BodyShare | undefined {
  const length = readHeader(headers, "content-length");
  const declared = length === undefined ? undefined : Number(length);
  const { bodyBudget, largestSignedBody: largestBody } = state;
  return bodyBudget.open({ client, receivedAt, declared, largestBody });
}

async function readUnknown(
  request: IngressRequest,
  share: BodyShare,
  { auth, limits: { maxBytes, timeoutMs }, state }: RouteGates,
): Promise<ReadableBody | GateRefusal> {
  const limits: BodyLimits = {
    maxBytes,
    timeoutMs: Math.min(timeoutMs, state.unknownSenderTimeoutMs),
    meter: share,
  };
  const sent = await request.readBody(limits);
  // Some vendors ask by a POST that says a type and has no body.
  const mayAsk = sent.kind === "no-length" && auth.handshake?.methods.includes("POST") === true;
  const read: BodyRead = mayAsk ? { kind: "bytes", bytes: NO_BYTES } : sent;
  // Also of an adapter that reads on after it was told.
  if (share.isEnded()) return ENDED;
  const body = checkBody(read, limits, state.parsedBodies);
  if ("refusal" in body || body.kind === "parsed" || share.complete(body.bytes.length)) return body;
  return OVERLOADED;
}

interface UnknownBody {
  readonly context: RequestContext;
  readonly gates: RouteGates;
  readonly share: BodyShare;
}

/** What gzip makes of JSON is far from it: more is a bomb, or nothing that a sender signs. */
const MAX_RATIO = 100;

/**
 * A sender that signs before it compresses is known only when its body is decompressed: within the budget of bodies
 * whose senders are not known, and at most a hundred times what was sent.
 */
async function decodeUnknown(
  body: ReadableBody,
  { context, gates, share }: UnknownBody,
): Promise<ReadableBody | GateRefusal> {
  const { auth, limits, state } = gates;
  const coding = readCoding(context.headers);
  if (auth.signsDecoded !== true || body.kind === "parsed" || coding === undefined) return body;
  const { bytes } = body;
  if (bytes.length === 0) return body;
  const result = await decompressBody(bytes, {
    coding,
    limits: { ...limits, maxBytes: Math.min(limits.maxBytes, MAX_RATIO * bytes.length) },
    decompressor: state.decompressor,
    take: (size) => share.add(size),
  });
  if ("bytes" in result) {
    context.isDecoded = true;
    return { kind: "bytes", bytes: result.bytes };
  }
  // Nobody has proved anything: what is not compressed as it says has no right signature either.
  if (result !== NOT_COMPRESSED) return result;
  const refused = await fail("signature_wrong", context, state);
  context.notes.detail = WRONG_CODING;
  return refused;
}

async function judge(body: ReadableBody, read: HeadResult): Promise<Authentication> {
  const { head, early, context, gates } = read;
  const { handshake } = gates.auth;
  if (body.kind === "parsed") {
    if (early?.ok === true) return accept(body, early, read);
    gates.state.warnParsedBody();
    return ALREADY_PARSED;
  }
  context.notes.bodyBytes = body.bytes.length;
  const sent: AuthRequest = { ...head, body: body.bytes };
  const result = early ?? (await gates.auth.check(sent));
  if (handshake !== undefined && (result.ok || !handshake.isSigned)) {
    const answer = await handshake.answer(sent);
    if (answer !== undefined) return { handshake: answer };
  }
  if (!result.ok) return fail(result.code, context, gates.state);
  // Anybody can have such a text signed by the handshake, whatever part of it is the body.
  const isSigned = handshake?.wouldSign(result.signed ?? []) === true;
  if (isSigned) return fail("signature_wrong", context, gates.state);
  return accept({ kind: "bytes", bytes: sent.body }, result, read);
}

function accept(
  body: ReadableBody,
  result: AuthResult & { readonly ok: true },
  { context, gates }: HeadResult,
): ReadableBody {
  const { id, kind, secretPlaces } = gates.auth;
  if (result.target !== undefined && result.target !== context.target) {
    context.target = result.target;
    context.query = parseQuery(queryOf(result.target));
  }
  const { hideSecrets, query } = context;
  context.proof = id;
  context.idempotencyKey = result.signedId;
  context.signed = result.signed;
  if (kind !== "none" && kind !== "verifier") context.notes.keyIndex = result.keyIndex;
  // Proxies copy the target of a request into headers.
  const shown = secretPlaces.query.flatMap((name) => query[name] ?? []);
  if (shown.length > 0) {
    const hide = createSecretHider(shown);
    context.hideSecrets = (text) => hideSecrets(hide(text));
  }
  return body;
}

function fail(
  code: AuthFailureCode,
  context: RequestContext,
  state: ServingState,
): PromiseOrValue<GateRefusal> {
  context.notes.auth = code;
  const why = describeAuthFailure(code);
  context.notes.detail = SHOWS_HEAD.has(code) ? `${why} ${describeHead(context)}` : why;
  if (code === "token_missing" && readHeader(context.headers, "authorization") !== undefined) {
    context.notes.detail += PREFIX;
  }
  if (code === "signature_wrong" && context.notes.bodyBytes === 0) {
    context.notes.detail += " The body is empty, which few senders mean.";
  }
  const provider = context.auth?.provider;
  if (code === "signature_missing" && provider?.sendsSecret === true) {
    context.notes.detail += ` ${provider.name} sends the secret with its first request, which has no signature: docs/handshake-secrets.md says how to receive it.`;
  }
  // Neither right nor wrong: a 401 would make some senders switch the hook off.
  if (code === "keys_unavailable") return KEYS_UNAVAILABLE;
  return refuseCredentials(context, state);
}

const PREFIX =
  ' The "header" and "prefix" of the "auth" say where the token is and what precedes it: "prefix": "" takes a bare token.';

/** What is there says more than that something else is not. */
const SHOWS_HEAD: ReadonlySet<AuthFailureCode> = new Set(["signature_missing", "token_missing"]);

const ENDED = refuse({
  ...OVERLOADED.refusal,
  detail: "Others needed the room of this body, which had not arrived within a second.",
});

const KEYS_UNAVAILABLE = refuse(
  createRefusal("keys_unavailable", "The keys of the sender cannot be had; send it again."),
  { "retry-after": "30" },
);

/** A signature is over bytes, and serializing what a parser made of them would give other bytes. */
export const PARSED_BODY =
  "A body that something before the hooks has parsed cannot be verified. Put the hooks before what parses bodies, or keep the bytes as `rawBody` of a Node request.";

const ALREADY_PARSED: GateRefusal = refuse(
  createRefusal("body_already_parsed", "The request could not be verified.", {
    detail: PARSED_BODY,
  }),
);
