// One request past the route → its answer and its record: the gates in order, each cheaper than the next.
import {
  canonicalAddress,
  describeError,
  isPromiseLike,
  type PromiseOrValue,
} from "@hookwright/base";
import type { HandshakeAnswer, RouteHandshake } from "@hookwright/signatures/internal";
import { createRefusal, EventView, type Resolution, removeSecrets } from "../base/index.ts";
import type { Endpoint } from "../resolve/index.ts";
import { type Gate, type GateRefusal, refuse } from "./answer.ts";
import {
  acknowledge,
  answerEvent,
  answerGate,
  answerResolution,
  NOT_FOUND,
} from "./answer-resolution.ts";
import { authenticate } from "./auth/authenticate.ts";
import { checkBody, type ReadableBody } from "./check-body.ts";
import { checkCredentials, checkTokenHead } from "./check-credentials.ts";
import { readClient, readRequestId, withRequestId } from "./client/read-client.ts";
import { decodeBody, LOST_BODY } from "./decode-body.ts";
import { markDeprecated } from "./deprecated-query.ts";
import { refuseDispatch } from "./dispatch/dispatch-call.ts";
import { ClaimedRequest } from "./idempotency/claimed-request.ts";
import { findKeys, fingerprintOf, identifyDelivery } from "./idempotency/find-keys.ts";
import type { HeldClaim } from "./idempotency/held-claim.ts";
import { replay } from "./idempotency/replay.ts";
import type { StoredAnswer } from "./idempotency/store.ts";
import { type TakeResult, takeClaim } from "./idempotency/take-claim.ts";
import type { BodyLimits, IngressAnswer } from "./request.ts";
import type { RequestContext } from "./request-context.ts";
import type { IngressState, ServingState } from "./state.ts";

/** The awaits are few on purpose: each costs a small request a hundredth. */
export async function answerRequest(
  context: RequestContext,
  state: ServingState,
): Promise<IngressAnswer> {
  const { request, notes } = context;
  const { hooks } = state;
  try {
    context.receivedAt = state.clock();
    context.headers = request.headers;
    context.remoteAddress = readClient(
      request.remoteAddress,
      context.headers,
      hooks.isTrustedProxy,
    );
    // The body of a name is limited before it is read, and before anything knows which mapping it is for.
    const { endpoint = UNKNOWN } = context;
    const limits = { maxBytes: endpoint.maxBodyBytes, timeoutMs: state.bodyTimeoutMs };
    context.auth = endpoint.auth;
    const gate = checkHead(context, limits, state);
    const refused = isPromiseLike(gate) ? await gate : gate;
    if (refused !== undefined) return finish(answerGate(refused, notes), context, state);

    const { auth } = context;
    const body =
      auth === undefined
        ? checkBody(await request.readBody(limits), limits, state.parsedBodies)
        : await authenticate(context, { auth, limits, state });
    if ("refusal" in body) return finish(answerGate(body, notes), context, state);
    if ("handshake" in body) return finish(noteHandshake(body.handshake, context), context, state);
    noteBody(body, context, state);
    const decoding = decodeBody(body, {
      headers: context.headers,
      formats: endpoint.bodyFormats,
      limits,
      decompressor: state.decompressor,
      memory: state.decompressionMemory,
      holder: context,
    });
    const decoded = isPromiseLike(decoding) ? await decoding : decoding;
    if (!decoded.ok) {
      if (decoded.gate.refusal.detail === LOST_BODY) state.warnLostBody();
      return finish(answerEvent(decoded.gate, context), context, state);
    }
    context.payload =
      auth === undefined ? decoded.payload : removeSecrets(decoded.payload, auth.secretPlaces.body);
    const invalid = identifyDelivery(context, hooks);
    if (invalid !== undefined) return finish(answerGate(invalid, notes), context, state);
    const run = () => resolveAndAnswer(context, state);
    const answer = answerOnce({ body, run, context, state });
    const answered = isPromiseLike(answer) ? await answer : answer;
    return finish(acknowledge(answered, context), context, state);
  } catch (error) {
    return finish(answerCrash(error, context), context, state);
  }
}

/** For a request whose hooks cannot be had: the same answer and record as for what fails later. */
export async function answerFailure(
  failure: unknown,
  context: RequestContext,
  state: IngressState,
): Promise<IngressAnswer> {
  try {
    context.receivedAt = state.clock();
    const { remoteAddress } = context.request;
    if (remoteAddress !== undefined) context.remoteAddress = canonicalAddress(remoteAddress);
  } catch {
    // The failure of before is the one that is told.
  }
  return finish(answerCrash(failure, context), context, state);
}

/** Its requests are refused before their body is read. */
const UNKNOWN: Pick<Endpoint, "auth" | "bodyFormats" | "maxBodyBytes"> = {
  auth: undefined,
  bodyFormats: [],
  maxBodyBytes: 0,
};

const METHOD_NOT_ALLOWED = refuse(
  createRefusal("method_not_allowed", "Hooks accept POST requests only."),
  { allow: "POST" },
);

/** The gates that need no body. A route with an `auth` has its own behind the method. */
function checkHead(
  context: RequestContext,
  limits: BodyLimits,
  state: ServingState,
): PromiseOrValue<Gate> {
  const { endpoint, auth } = context;
  const { method } = context.request;
  if (method !== "POST" && auth?.handshake?.methods.includes(method) !== true) {
    return METHOD_NOT_ALLOWED;
  }
  if (auth !== undefined) return undefined;
  const refused = checkCredentials(context, state);
  // A promise is a refusal, too: only those ask the throttle.
  if (refused !== undefined) return refused;
  if (endpoint === undefined) return NOT_FOUND;
  return checkTokenHead(context, limits, state);
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
  state.observe(context, { answer, sentId, state });
  state.activity.endRequest();
  if (context.decompressedBytes > 0) state.decompressionMemory.release(context);
  const marked = context.notes.credential === "query" ? markDeprecated(answer) : answer;
  return sentId === undefined ? marked : withRequestId(marked, sentId);
}

type Run = () => PromiseOrValue<IngressAnswer>;

interface Once {
  readonly body: ReadableBody;
  readonly run: Run;
  readonly context: RequestContext;
  readonly state: ServingState;
}

/** A promise only where something takes time. */
function answerOnce(once: Once): PromiseOrValue<IngressAnswer> {
  const { body, run, context, state } = once;
  const { claims, hooks } = state;
  if (claims === undefined) return run();
  const keys = findKeys(context, body, hooks);
  if (isPromiseLike(keys)) {
    return keys.then((found) => settle(takeClaim(found, context, { claims, state }), once));
  }
  if (keys.length === 0) return run();
  return settle(takeClaim(keys, context, { claims, state }), once);
}

function settle(taken: PromiseOrValue<TakeResult>, once: Once): PromiseOrValue<IngressAnswer> {
  return isPromiseLike(taken) ? taken.then((result) => answer(result, once)) : answer(taken, once);
}

function answer(taken: TakeResult, once: Once): PromiseOrValue<IngressAnswer> {
  const { context } = once;
  switch (taken.kind) {
    case "done":
      return replay(taken.answer, context.notes);
    case "refused": {
      const { gate } = taken;
      const { status } = gate.answer;
      return status === 422 ? answerEvent(gate, context) : answerGate(gate, context.notes);
    }
    case "claimed":
      return runClaimed(taken.claim, taken.progress, once);
  }
}

function runClaimed(
  claim: HeldClaim,
  progress: string | undefined,
  { body, run, context }: Once,
): PromiseOrValue<IngressAnswer> {
  const claimed = new ClaimedRequest(progress, () => fingerprintOf(body));
  context.claimed = claimed;
  const fail = (error: unknown): never => {
    void claim.release(claimed.progress());
    throw error;
  };
  try {
    const answered = run();
    return isPromiseLike(answered)
      ? answered.then((made) => completeClaim(made, { claim, claimed, context }), fail)
      : completeClaim(answered, { claim, claimed, context });
  } catch (error) {
    return fail(error);
  }
}

interface Finishing {
  readonly claim: HeldClaim;
  readonly claimed: ClaimedRequest;
  readonly context: RequestContext;
}

function completeClaim(made: IngressAnswer, parts: Finishing): PromiseOrValue<IngressAnswer> {
  const { claim, claimed, context } = parts;
  if (claimed.lateAnswers.length > 0) {
    claim.holdUntil(awaitLate(parts));
    return made;
  }
  const stored = isAccepted(made, context)
    ? claim.complete(storedAnswer(made, context))
    : claim.release(claimed.progress());
  return isPromiseLike(stored) ? stored.then(() => made) : made;
}

/** An action has one late answer, which is stored; a batch has results, which the next attempt goes on from. */
async function awaitLate({ claim, claimed }: Finishing): Promise<() => PromiseOrValue<void>> {
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

/** An event whose sender is known → its answer: resolved within its time, then dispatched. */
function resolveAndAnswer(
  context: RequestContext,
  state: ServingState,
): PromiseOrValue<IngressAnswer> {
  const resolution = state.hooks.resolve(viewRequest(context, state));
  if (!isPromiseLike(resolution)) return answerResolved(resolution, context, state);
  context.deadline = state.clock() + state.requestTimeoutMs;
  return resolveInTime(resolution, state).then((result) => {
    if (result.ok) return answerResolved(result.resolution, context, state);
    context.isOver = true;
    return answerGate(result.gate, context.notes);
  });
}

function answerResolved(
  resolution: Resolution,
  context: RequestContext,
  state: ServingState,
): PromiseOrValue<IngressAnswer> {
  noteResolved(context, state);
  return answerResolution(resolution, context, state);
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

type ResolveResult =
  | { readonly ok: true; readonly resolution: Resolution }
  | { readonly ok: false; readonly gate: GateRefusal };

/** Each transform has a limit of its own; the elements of a list may have two hundred of them. */
function resolveInTime(
  resolving: Promise<Resolution>,
  { timer, requestTimeoutMs, stopSwitch }: IngressState,
): Promise<ResolveResult> {
  return new Promise((resolve, reject) => {
    const end = (result: ResolveResult): void => {
      cancelTimer();
      offStop();
      resolve(result);
    };
    const refuse = (gate: GateRefusal): void => end({ ok: false, gate });
    const cancelTimer = timer(() => {
      const detail = `Transforms took longer than the ${requestTimeoutMs} ms of a request.`;
      refuse(refuseDispatch("dispatch_timeout", { detail }));
    }, requestTimeoutMs);
    const offStop = stopSwitch.onStop(() => refuse(refuseDispatch("server_stopping")));
    resolving.then(
      (resolution) => end({ ok: true, resolution }),
      (error) => {
        cancelTimer();
        offStop();
        reject(error);
      },
    );
  });
}
