// A request for a route with an `auth` → its body, whose sender is known; the answer to a handshake; or 401, 413, 503.
import {
  canonicalHost,
  isPromiseLike,
  mapPromise,
  type PromiseOrValue,
  parseOrigin,
  parseQuery,
  queryOf,
  readHeader,
} from "@hookwright/base";
import type { AuthFailureCode, AuthRequest, AuthResult } from "@hookwright/signatures";
import type { HandshakeAnswer, RouteAuth } from "@hookwright/signatures/internal";
import { createRefusal, createSecretHider } from "../../base/index.ts";
import { type Gate, type GateRefusal, refuse } from "../answer.ts";
import { checkBody, checkDeclaredLength, OVERLOADED, type ReadableBody } from "../check-body.ts";
import { acceptToken, checkTokenHead, refuseCredentials } from "../check-credentials.ts";
import type { BodyLimits, IngressRequest } from "../request.ts";
import type { RequestContext } from "../request-context.ts";
import type { ServingState } from "../state.ts";
import type { BodyShare } from "./body-budget.ts";
import { describeAuthFailure } from "./describe-auth-failure.ts";

/** A body means that its sender is known, and `context.proof` says how. */
type Authentication = ReadableBody | GateRefusal | { readonly handshake: HandshakeAnswer };

interface RouteGates {
  readonly auth: RouteAuth;
  readonly limits: BodyLimits;
  readonly state: ServingState;
}

/** Not `async`: cryptography that answers at once costs no turn of the event loop. */
export function authenticate(
  context: RequestContext,
  gates: RouteGates,
): PromiseOrValue<Authentication> {
  const { request, headers, receivedAt, remoteAddress } = context;
  const { auth, limits, state } = gates;
  const foreign = checkOrigin(context, auth);
  if (foreign !== undefined) return foreign;
  const { method, target } = request;
  const sender = { headers, receivedAt, remoteAddress };
  const head: AuthRequest = { method, target, body: NO_BYTES, ...sender };
  if (method !== "POST") {
    return mapPromise(auth.handshake?.answer(head), (answer) =>
      answer === undefined ? fail("handshake_wrong", context, state) : { handshake: answer },
    );
  }
  if (auth.orToken && acceptToken(context, state)) {
    return checkTokenHead(context, limits, state) ?? readTrusted(request, gates);
  }
  // A token in a header or in the query is compared before a byte of the body is read.
  if (auth.needsBody) return readAndJudge({ head, early: undefined, context, gates });
  return mapPromise(auth.check(head), (early) =>
    early.ok || auth.handshake?.isSigned === false
      ? readAndJudge({ head, early, context, gates })
      : fail(early.code, context, state),
  );
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

async function readTrusted(
  request: IngressRequest,
  gates: RouteGates,
): Promise<ReadableBody | GateRefusal> {
  return checkBody(await request.readBody(gates.limits), gates.limits, gates.state.parsedBodies);
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
    const body = await readTrusted(context.request, gates);
    return "refusal" in body ? body : judge(body, checked);
  }
  const share = openShare(context, gates);
  if (share === undefined) return OVERLOADED;
  try {
    const body = await readUnknown(context.request, share, gates);
    if ("refusal" in body) return body;
    const judged = judge(body, checked);
    return isPromiseLike(judged) ? await judged : judged;
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
  { limits: { maxBytes, timeoutMs }, state }: RouteGates,
): Promise<ReadableBody | GateRefusal> {
  const limits: BodyLimits = {
    maxBytes,
    timeoutMs: Math.min(timeoutMs, state.unknownSenderTimeoutMs),
    meter: share,
  };
  const read = await request.readBody(limits);
  // Also of an adapter that reads on after it was told.
  if (share.isEnded()) return ENDED;
  const body = checkBody(read, limits, state.parsedBodies);
  if ("refusal" in body || body.kind === "parsed" || share.complete(body.bytes.length)) return body;
  return OVERLOADED;
}

function judge(body: ReadableBody, read: HeadResult): PromiseOrValue<Authentication> {
  const { head, early, context, gates } = read;
  if (body.kind === "parsed") {
    if (early?.ok === true) return accept(body, early, read);
    gates.state.warnParsedBody();
    return ALREADY_PARSED;
  }
  context.notes.bodyBytes = body.bytes.length;
  const sent: AuthRequest = { ...head, body: body.bytes };
  return mapPromise(early ?? gates.auth.check(sent), (result) => judgeResult(result, sent, read));
}

function judgeResult(
  result: AuthResult,
  sent: AuthRequest,
  read: HeadResult,
): PromiseOrValue<Authentication> {
  const { handshake } = read.gates.auth;
  if (handshake === undefined || (!result.ok && handshake.isSigned)) {
    return admit(result, sent, read);
  }
  return mapPromise(handshake.answer(sent), (answer) =>
    answer === undefined ? admit(result, sent, read) : { handshake: answer },
  );
}

function admit(
  result: AuthResult,
  { body }: AuthRequest,
  read: HeadResult,
): PromiseOrValue<Authentication> {
  const { context, gates } = read;
  if (!result.ok) return fail(result.code, context, gates.state);
  // Anybody can have such a text signed by the handshake, whatever part of it is the body.
  const isSigned = gates.auth.handshake?.wouldSign(result.signed ?? []) === true;
  if (isSigned) return fail("signature_wrong", context, gates.state);
  return accept({ kind: "bytes", bytes: body }, result, read);
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
  context.bodyMac = result.bodyMac;
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
  context.notes.detail = describeAuthFailure(code);
  // Neither right nor wrong: a 401 would make some senders switch the hook off.
  if (code === "keys_unavailable") return KEYS_UNAVAILABLE;
  return refuseCredentials(context, state);
}

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
