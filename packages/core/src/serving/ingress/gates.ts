// One request past the route → its answer and its record: the gates in order, each cheaper than the next.

import {
  canonicalAddress,
  describeError,
  isPromiseLike,
  mapPromise,
  type PromiseOrValue,
} from "@hookwright/base";
import type { HandshakeAnswer, RouteHandshake } from "@hookwright/signatures/runtime";
import type { ActionResolution, BatchResolution, RateLimit } from "../../base/index.ts";
import {
  createRefusal,
  EventView,
  type Refusal,
  type Resolution,
  removeSecrets,
} from "../../base/index.ts";
import type { Endpoint } from "../resolve/index.ts";
import {
  acknowledge,
  answerEvent,
  answerGate,
  CLIENT_CLOSED,
  type Gate,
  type GateRefusal,
  NOT_FOUND,
  NOTHING_TO_DO,
  refuse,
  refuseDispatch,
  replay,
} from "./answer.ts";
import { askInTime } from "./ask-store.ts";
import { type ClaimPorts, type HeldClaim, takeClaim } from "./claim.ts";
import { ClaimedRequest } from "./claimed-request.ts";
import { readClient, readRequestId, withRequestId } from "./client.ts";
import {
  authenticate,
  checkCredentials,
  checkTokenHead,
  markDeprecated,
  readTrusted,
} from "./credentials.ts";
import { decodeBody, LOST_BODY } from "./decode-body.ts";
import { TOO_MANY_HELD } from "./decompress-body.ts";
import { dispatchSingle } from "./dispatch.ts";
import { dispatchBatch } from "./dispatch-batch.ts";
import { findKeys, fingerprintOf, identifyDelivery } from "./find-keys.ts";
import type { ReadableBody } from "./read-body.ts";
import type { BodyLimits, IngressAnswer } from "./request.ts";
import type { RequestContext } from "./request-context.ts";
import type { IngressState, ServingState } from "./state.ts";
import type { IdempotencyKey, StoredAnswer } from "./store.ts";

/**
 * The gates in their order, each cheaper than the next. The first that refuses makes the answer.
 *
 * The awaits are few on purpose: each costs a small request a hundredth, so that what is known at once is not awaited.
 */
export async function answerRequest(
  context: RequestContext,
  state: ServingState,
): Promise<IngressAnswer> {
  const { request, notes } = context;
  const { hooks } = state;
  try {
    context.receivedAt = state.clock();
    context.headers = request.headers();
    context.remoteAddress = readClient(
      request.remoteAddress(),
      context.headers,
      hooks.isTrustedProxy,
    );
    const { endpoint = UNKNOWN } = context;
    const { auth, bodyFormats, form } = endpoint;
    context.auth = auth;
    const limits = { maxBytes: endpoint.maxBodyBytes, timeoutMs: state.bodyTimeoutMs };

    // Head, and the hook token: 405, 401, 429, 404, 413.
    const head = checkHead(context, limits, state);
    const refused = isPromiseLike(head) ? await head : head;
    if (refused !== undefined) return finish(answerGate(refused, notes), context, state);

    // Body, and the proof of a sender that signs it: 401, 408, 413, 429, 503.
    const body =
      auth === undefined
        ? await readTrusted(context, limits, state)
        : await authenticate(context, { auth, limits, state });
    if ("refusal" in body) return finish(answerGate(body, notes), context, state);
    if ("handshake" in body) return finish(noteHandshake(body.handshake, context), context, state);
    if (!holdBody(body, context, state)) {
      return finish(answerGate(TOO_MANY_HELD, notes), context, state);
    }
    noteBody(body, context, state);

    // Decode: 400, 413, 415, 503.
    const decoding = decodeBody(body, {
      headers: context.headers,
      formats: bodyFormats,
      form,
      isDecoded: context.isDecoded,
      limits,
      decompressor: state.decompressor,
      take: (bytes) => state.bodyMemory.take(bytes, context),
    });
    const decoded = isPromiseLike(decoding) ? await decoding : decoding;
    if (!decoded.ok) {
      if (decoded.gate.refusal.detail === LOST_BODY) state.warnLostBody();
      const refused = answerEvent(decoded.gate, context);
      return finish(acknowledge(refused, context, hooks.routeStatuses), context, state);
    }
    context.bodyWarning = decoded.warning;
    context.bodyDetail = joinSentences(decoded.detail, decoded.warning);
    context.payload =
      auth === undefined ? decoded.payload : removeSecrets(decoded.payload, auth.secretPlaces.body);

    // Claim, where the event has keys: 409, 422, 503, or the answer of before. Then resolve and dispatch.
    const invalid = identifyDelivery(context, hooks);
    if (invalid !== undefined) return finish(answerGate(invalid, notes), context, state);
    const answering = answerIdentified(body, context, state);
    const answer = isPromiseLike(answering) ? await answering : answering;
    return finish(acknowledge(answer, context, hooks.routeStatuses), context, state);
  } catch (error) {
    return finish(answerCrash(error, context), context, state);
  }
}

/** At once where nothing takes time: most events of the hook token have no key. */
function answerIdentified(
  body: ReadableBody,
  context: RequestContext,
  state: ServingState,
): PromiseOrValue<IngressAnswer> {
  const { claims, hooks } = state;
  if (claims === undefined) return resolveAndDispatch(context, state);
  const keys = findKeys(context, body, hooks);
  return !isPromiseLike(keys) && keys.length === 0
    ? resolveAndDispatch(context, state)
    : answerOnce(keys, { body, claims }, context, state);
}

/** An event that has not come before is resolved and dispatched, and its answer is kept for the next time. */
async function answerOnce(
  keys: PromiseOrValue<readonly IdempotencyKey[]>,
  { body, claims }: { readonly body: ReadableBody; readonly claims: ClaimPorts },
  context: RequestContext,
  state: ServingState,
): Promise<IngressAnswer> {
  const taken = await takeClaim(isPromiseLike(keys) ? await keys : keys, claims, context);
  if (taken.kind === "done") return replay(taken.answer, context.notes);
  if (taken.kind === "refused") {
    const { gate } = taken;
    const isConflict = gate.answer.status === 422;
    return isConflict ? answerEvent(gate, context) : answerGate(gate, context.notes);
  }
  const { claim, progress } = taken;
  const claimed = new ClaimedRequest(progress, () => fingerprintOf(body));
  context.claimed = claimed;
  let answer: IngressAnswer;
  try {
    answer = await resolveAndDispatch(context, state);
  } catch (error) {
    void claim.release(claimed.progress());
    throw error;
  }
  if (claimed.lateAnswers.length > 0) claim.holdUntil(awaitLate(claim, claimed));
  else if (isAccepted(answer, context)) await claim.complete(storedAnswer(answer, context));
  else await claim.release(claimed.progress());
  return answer;
}

/** A promise only where a transform, the rate limiter or `dispatch` gives one. */
function resolveAndDispatch(
  context: RequestContext,
  state: ServingState,
): PromiseOrValue<IngressAnswer> {
  const resolution = state.hooks.resolve(viewRequest(context, state));
  if (!isPromiseLike(resolution)) return answerResolution(resolution, context, state);
  context.deadline = state.clock() + state.requestTimeoutMs;
  return resolveInTime(resolution, state).then((resolved) => {
    if ("outcome" in resolved) return answerResolution(resolved, context, state);
    context.isOver = true;
    return answerGate(resolved, context.notes);
  });
}

/** What an event came to → its answer: 404, 204, a refusal, 429, or what became of its dispatch. */
function answerResolution(
  resolution: Resolution,
  context: RequestContext,
  state: ServingState,
): PromiseOrValue<IngressAnswer> {
  const { request, notes } = context;
  const { outcome } = resolution;
  noteResolved(context, state);
  notes.outcome = outcome;
  if (outcome === "unmatched") {
    if (resolution.detail !== undefined) notes.detail = resolution.detail;
    return context.auth === undefined ? answerGate(NOT_FOUND, notes) : NOTHING_TO_DO;
  }
  const { mappingId } = resolution;
  if (mappingId !== undefined) notes.mappingId = mappingId;
  if (outcome === "refused") return answerRefused(resolution.refusal, context);
  const mapping = mappingId === undefined ? undefined : state.hooks.mapping(mappingId);
  context.ownAnswer = mapping?.answer;
  if (outcome === "handled" && resolution.list !== undefined) notes.list = resolution.list;
  if (outcome === "handled" || outcome === "skipped") return context.ownAnswer ?? NOTHING_TO_DO;
  // Whoever has gone away will send the event again.
  if (request.isGone()) return answerGate(CLIENT_CLOSED, notes);
  const limit = mapping?.rateLimit;
  if (limit === undefined) return dispatchResolved(resolution, context, state);
  return mapPromise(takeRate(`${mappingId} ${context.proof}`, limit, context, state), (refused) =>
    refused === undefined
      ? dispatchResolved(resolution, context, state)
      : answerGate(refused, notes),
  );
}

function dispatchResolved(
  resolution: ActionResolution | BatchResolution,
  context: RequestContext,
  state: ServingState,
): PromiseOrValue<IngressAnswer> {
  return resolution.outcome === "batch"
    ? dispatchBatch(resolution, context, state)
    : dispatchSingle(resolution, context, state);
}

/** For a request whose hooks cannot be had: the same answer and record as for what fails later. */
export async function answerFailure(
  failure: unknown,
  context: RequestContext,
  state: IngressState,
): Promise<IngressAnswer> {
  try {
    context.receivedAt = state.clock();
    const remoteAddress = context.request.remoteAddress();
    if (remoteAddress !== undefined) context.remoteAddress = canonicalAddress(remoteAddress);
  } catch {
    // The failure of before is the one that is told.
  }
  return finish(answerCrash(failure, context), context, state);
}

/** Its requests are refused before their body is read. */
const UNKNOWN: Pick<Endpoint, "auth" | "bodyFormats" | "form" | "maxBodyBytes"> = {
  auth: undefined,
  bodyFormats: [],
  maxBodyBytes: 0,
};

const METHOD_NOT_ALLOWED = refuse(
  createRefusal("method_not_allowed", "Hooks accept POST requests only."),
  { allow: "POST" },
);

/** For the operator: a browser asks so, too, and many vendors before they save a hook. */
const ASKED =
  'Some senders look whether a hook is there before they save it: "handshake" in the "auth" of the mapping answers them, { "probe": "GET" } or "HEAD" with an empty 200, "echo" with a text that they sent.';

/** The gates that need no body. A route with an `auth` has its own behind the method. */
function checkHead(
  context: RequestContext,
  limits: BodyLimits,
  state: ServingState,
): PromiseOrValue<Gate> {
  const { endpoint, auth } = context;
  const { method } = context.request;
  if (method !== "POST" && auth?.handshake?.methods.includes(method) !== true) {
    const isQuestion = endpoint !== undefined && (method === "GET" || method === "HEAD");
    if (isQuestion) context.notes.detail = ASKED;
    return METHOD_NOT_ALLOWED;
  }
  if (auth !== undefined) return undefined;
  const refused = checkCredentials(context, state);
  // A promise is a refusal, too: only those ask the throttle.
  if (refused !== undefined) return refused;
  if (endpoint === undefined) return NOT_FOUND;
  return checkTokenHead(context, limits, state);
}

/** What has not been counted as it arrived is counted now. */
function holdBody(
  body: ReadableBody,
  context: RequestContext,
  { bodyMemory }: IngressState,
): boolean {
  return body.kind === "parsed" || bodyMemory.take(body.bytes.length - context.heldBytes, context);
}

/** Clocks are read only where somebody is told: each reading costs a small request a hundredth. */
function noteBody(
  body: ReadableBody,
  { notes, receivedAt }: RequestContext,
  { isObserved, clock }: IngressState,
): void {
  if (body.kind === "bytes") notes.bodyBytes = body.bytes.length;
  if (isObserved) notes.readMs = clock() - receivedAt;
}

function noteHandshake(
  { detail, ...answer }: HandshakeAnswer,
  { notes, auth }: RequestContext,
): IngressAnswer {
  notes.handshake = auth?.handshake?.name as RouteHandshake["name"];
  if (detail !== undefined) notes.detail = detail;
  return answer;
}

function answerCrash(error: unknown, { notes }: RequestContext): IngressAnswer {
  const detail = describeError(error);
  const refusal = createRefusal("internal_error", "The request could not be served.", { detail });
  return answerGate(refuse(refusal), notes);
}

function finish(
  answer: IngressAnswer,
  context: RequestContext,
  state: IngressState,
): IngressAnswer {
  const sentId = readRequestId(context);
  const { notes, bodyDetail } = context;
  if (bodyDetail !== undefined) notes.detail = joinSentences(notes.detail, bodyDetail) as string;
  state.observe(context, { answer, sentId, state });
  state.activity.endRequest();
  if (context.heldBytes > 0) state.bodyMemory.release(context);
  const marked = context.notes.credential === "query" ? markDeprecated(answer) : answer;
  return sentId === undefined ? marked : withRequestId(marked, sentId);
}

function joinSentences(first: string | undefined, second: string | undefined): string | undefined {
  return first === undefined || second === undefined ? (first ?? second) : `${first} ${second}`;
}

/** An action has one late answer, which is stored; a batch has results, which the next attempt goes on from. */
async function awaitLate(claim: HeldClaim, claimed: ClaimedRequest): Promise<() => Promise<void>> {
  const answers = await Promise.all(claimed.lateAnswers);
  const [late] = answers;
  const progress = claimed.progress();
  return late !== undefined && progress === undefined
    ? () => claim.complete(late)
    : () => claim.release(progress);
}

/** What was refused, was wanted by no mapping or failed has done nothing, and may be better the next time. */
function isAccepted({ status }: IngressAnswer, { notes }: RequestContext): boolean {
  const { outcome, timedOut = 0 } = notes;
  return status < 300 && outcome !== "refused" && outcome !== "unmatched" && timedOut === 0;
}

function storedAnswer(made: IngressAnswer, { notes }: RequestContext): StoredAnswer {
  const { status, body } = made;
  const headers = made.headers["idempotent-replayed"] === undefined ? made.headers : bare(made);
  return { status, headers, body, ...(notes.runId !== undefined && { runId: notes.runId }) };
}

function bare({ headers }: IngressAnswer): IngressAnswer["headers"] {
  const { "idempotent-replayed": _, ...rest } = headers;
  return rest;
}

function viewRequest(context: RequestContext, { secretHeaders }: IngressState): EventView {
  const { target, route, headers, query, payload, receivedAt, proof, auth, hideSecrets } = context;
  return new EventView({
    path: route.name,
    proof,
    payload,
    receivedAt,
    headers,
    query,
    url: target,
    secretHeaders:
      auth === undefined ? secretHeaders : [...secretHeaders, ...auth.secretPlaces.headers],
    secretParameters: auth?.secretPlaces.query,
    hideSecrets,
    isOver: () => context.isOver || context.request.isGone(),
  });
}

/** Clocks are read only where somebody is told: each reading costs a small request a hundredth. */
function noteResolved(
  { notes, receivedAt }: RequestContext,
  { isObserved, clock }: IngressState,
): void {
  if (isObserved) notes.resolveMs = clock() - receivedAt - (notes.readMs as number);
}

/** Each transform has a limit of its own; the elements of a list may have two hundred of them. */
function resolveInTime(
  resolving: Promise<Resolution>,
  { timer, requestTimeoutMs, stopSwitch }: IngressState,
): Promise<Resolution | GateRefusal> {
  return new Promise((resolve, reject) => {
    const disarm = (): void => {
      cancelTimer();
      offStop();
    };
    const end = (result: Resolution | GateRefusal): void => {
      disarm();
      resolve(result);
    };
    const cancelTimer = timer(() => {
      const detail = `Transforms took longer than the ${requestTimeoutMs} ms of a request.`;
      end(refuseDispatch("dispatch_timeout", { detail }));
    }, requestTimeoutMs);
    const offStop = stopSwitch.onStop(() => end(refuseDispatch("server_stopping")));
    resolving.then(end, (error) => {
      disarm();
      reject(error);
    });
  });
}

/** The sentence for the sender names no payload value, so it can stand in the record. */
function answerRefused(refusal: Refusal, context: RequestContext): IngressAnswer {
  const answer = answerEvent(refuse(refusal), context);
  context.notes.detail ??= refusal.message;
  return answer;
}

/** `key` names a way of proof, not one of its secrets: the new one goes on where the old one was. */
function takeRate(
  key: string,
  limit: RateLimit,
  { auth }: RequestContext,
  { rateLimiter, timer, warnRateLimiter }: IngressState,
): PromiseOrValue<Gate> {
  const asked = askInTime(() => rateLimiter.take(key, limit), {
    timer,
    onFailure: warnRateLimiter,
  });
  return mapPromise(asked, (waitSeconds = 0) => {
    if (!(waitSeconds > 0)) return undefined;
    const refusal = createRefusal("rate_limited", "Too many events of this kind; send it later.");
    // For a sender that switches a hook off on 4xx, the same pause is a 503.
    const status = auth?.delivery?.on4xx === "disables" ? 503 : refusal.status;
    return refuse({ ...refusal, status }, { "retry-after": String(Math.ceil(waitSeconds)) });
  });
}
