// A routed request → its answer and its record. The gates are in order, each cheaper than the next.
import { canonicalAddress, describeError, isPromiseLike } from "@hookwright/base";
import type { RouteHandshake } from "@hookwright/signatures/runtime";
import { createRefusal, EventView, type Resolution, removeSecrets } from "../../model/index.ts";
import type { Endpoint, FixedAnswer } from "../resolve/index.ts";
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
import { checkRate } from "./check-rate.ts";
import { type HeldClaim, takeClaim } from "./claim.ts";
import { readClient, readRequestId } from "./client.ts";
import {
  answerAskedRun,
  asksForResult,
  awaitCompletion,
  CANNOT_WAIT,
  findAskedRun,
  findWaiting,
  type Waiting,
} from "./completion.ts";
import { hasAuth, proveByAuth, proveByToken } from "./credentials.ts";
import { decodeBody, LOST_BODY } from "./decode-body.ts";
import { TOO_MANY_HELD } from "./decompress-body.ts";
import { deliveryOf } from "./delivery-id.ts";
import { dispatchSingle } from "./dispatch.ts";
import { dispatchBatch } from "./dispatch-batch.ts";
import { findKeys, fingerprintOf, identifyDelivery } from "./find-keys.ts";
import {
  type Arrived,
  ClaimedRequest,
  type Identified,
  type Proved,
  type Reached,
  type Resolved,
} from "./phases.ts";
import type { RequestNotes } from "./record.ts";
import type { IngressAnswer } from "./request.ts";
import type { IngressState, ServingState } from "./state.ts";
import type { StoredAnswer } from "./store.ts";

/** Runs the gates in order, each cheaper than the next. The first that refuses makes the answer. */
export async function answerRequest(arrival: Arrived, state: ServingState): Promise<IngressAnswer> {
  const arrived: Writable<Arrived> = arrival;
  const { endpoint = UNKNOWN, log, request } = arrived;
  const { notes } = log;
  const { hooks } = state;
  const { auth, bodyFormats, form } = endpoint;
  const limits = { maxBytes: endpoint.maxBodyBytes, timeoutMs: state.bodyTimeoutMs };
  /** How far the request has come, for its record. */
  let reached: Reached = arrived;
  const finish = (answer: IngressAnswer) => finishRequest(answer, reached, state);
  try {
    // Assigned one by one, so that the record shows what was known when something failed.
    arrived.receivedAt = state.clock();
    arrived.headers = request.headers();
    const peer = request.remoteAddress();
    arrived.remoteAddress = readClient(peer, arrived.headers, hooks.isTrustedProxy);

    // The state of a run: 401, 404, 429, 503.
    const asked = findAskedRun(arrived, state);
    if (asked !== undefined) return finish(await answerAskedRun(asked, arrived, state));
    arrived.auth = auth;

    // Head: 405.
    const refused = checkMethod(arrived);
    if (refused !== undefined) return finish(answerGate(refused, notes));

    // Credentials, and the body, which some of them need: 401, 404, 408, 411, 413, 429, 503.
    const proved = hasAuth(arrived)
      ? await proveByAuth(arrived, limits, state)
      : await proveByToken(arrived, limits, state);
    if ("refusal" in proved) return finish(answerGate(proved, notes));
    if ("handshake" in proved) {
      const { detail, ...answer } = proved.handshake;
      notes.handshake = auth?.handshake?.name as RouteHandshake["name"];
      if (detail !== undefined) notes.detail = detail;
      return finish(answer);
    }
    reached = proved;
    if (!holdBody(proved, state)) return finish(answerGate(TOO_MANY_HELD, notes));

    // Decode: 400, 413, 415, 503.
    const decoded = await decodeBody(proved.body, {
      headers: proved.headers,
      formats: bodyFormats,
      form,
      isDecoded: proved.isDecoded,
      limits,
      decompressor: state.decompressor,
      take: (bytes) => state.bodyMemory.take(bytes, log),
    });
    if (!decoded.ok) {
      if (decoded.gate.refusal.detail === LOST_BODY) state.warnLostBody();
      return finish(acknowledge(answerEvent(decoded.gate, proved), proved, hooks.routeStatuses));
    }
    log.bodyDetail = joinSentences(decoded.detail, decoded.warning);
    const payload =
      auth === undefined ? decoded.payload : removeSecrets(decoded.payload, auth.secretPlaces.body);

    log.payload = payload;

    // Claim, if the event has keys: 400, 409, 422, 503, or the previous answer.
    const read = { proved, payload, bodyWarning: decoded.warning };
    const identified = identifyDelivery(read, hooks);
    if ("refusal" in identified) return finish(answerGate(identified, notes));
    const { answer, ownAnswer } = await answerOnce(identified, state);
    const accepted = acknowledge(answer, proved, hooks.routeStatuses, ownAnswer);
    const waiting = findWaiting(identified, accepted);
    // Not awaited here: what this function holds of the body is freed while the sender waits.
    return waiting === undefined ? finish(accepted) : finishLater(waiting, proved, state);
  } catch (error) {
    return finish(answerCrash(error, reached));
  }
}

/** The sender waits for its run without a share of the memory for bodies. Never rejects. */
function finishLater(
  waiting: Waiting,
  { body: _, ...proved }: Proved,
  state: ServingState,
): Promise<IngressAnswer> {
  const { log } = proved;
  deliveryOf(proved);
  log.payload = undefined;
  if (log.heldBytes > 0) state.bodyMemory.release(log);
  return awaitCompletion(waiting, state)
    .catch((error) => answerCrash(error, proved))
    .then((answer = waiting.accepted) => finishRequest(answer, proved, state));
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The config or the vendor may still change the status, but not that of the mapping's own answer. */
interface EventAnswer {
  readonly answer: IngressAnswer;
  readonly ownAnswer?: FixedAnswer | undefined;
}

/** Resolves and dispatches a new event and keeps its answer for repeats. */
async function answerOnce(identified: Identified, state: ServingState): Promise<EventAnswer> {
  const { claims, hooks } = state;
  const { proved } = identified;
  const { notes } = proved.log;
  const keys = claims === undefined ? [] : await findKeys(identified, hooks);
  if (claims === undefined || keys.length === 0) return resolveAndDispatch(identified, state);
  const taken = await takeClaim(keys, claims, proved);
  if (taken.kind === "done") return { answer: replay(taken.answer, notes) };
  if (taken.kind === "refused") {
    const { gate } = taken;
    const isConflict = gate.answer.status === 422;
    return { answer: isConflict ? answerEvent(gate, proved) : answerGate(gate, notes) };
  }
  const { claim, progress } = taken;
  const claimed = new ClaimedRequest(progress, () => fingerprintOf(proved.body));
  let answered: EventAnswer;
  try {
    answered = await resolveAndDispatch(identified, state, claimed);
  } catch (error) {
    void claim.release(claimed.progress());
    throw error;
  }
  if (claimed.lateAnswers.length > 0) claim.holdUntil(awaitLate(claim, claimed));
  else if (isAccepted(answered.answer, notes)) {
    await claim.complete(storedAnswer(answered.answer, notes));
  } else await claim.release(claimed.progress());
  return answered;
}

async function resolveAndDispatch(
  identified: Identified,
  state: ServingState,
  claimed?: ClaimedRequest,
): Promise<EventAnswer> {
  // Resolve: 503.
  const { proved } = identified;
  const { notes } = proved.log;
  const resolved = await resolveRequest(identified, state, claimed);
  if ("refusal" in resolved) return { answer: answerGate(resolved, notes) };
  noteResolution(resolved, state);
  const { resolution, mapping } = resolved;
  const ownAnswer = mapping?.answer;
  if (resolution.outcome === "unmatched") {
    return { answer: proved.auth === undefined ? answerGate(NOT_FOUND, notes) : NOTHING_TO_DO };
  }
  if (resolution.outcome === "refused") {
    const answer = answerEvent(refuse(resolution.refusal), proved);
    // The sentence for the sender has no payload value, so the record may have it.
    notes.detail ??= resolution.refusal.message;
    return { answer };
  }
  if (resolution.outcome === "handled" || resolution.outcome === "skipped") {
    return { answer: ownAnswer ?? NOTHING_TO_DO, ownAnswer };
  }

  if (state.completion === undefined && asksForResult(identified)) {
    return { answer: answerGate(CANNOT_WAIT, notes) };
  }

  // Dispatch: 429, 499, 503. A sender that has gone away will send the event again.
  if (proved.request.isGone()) return { answer: answerGate(CLIENT_CLOSED, notes), ownAnswer };
  const limit = isOfSeveral(resolution) ? undefined : mapping?.rateLimit;
  const limited = limit && (await checkRate(limit, notes.mappingId as string, proved, state));
  if (limited !== undefined) return { answer: answerGate(limited, notes), ownAnswer };
  const answer =
    resolution.outcome === "batch"
      ? await dispatchBatch(resolution, resolved, state)
      : await dispatchSingle(resolution, resolved, state);
  return { answer, ownAnswer };
}

/** With `continue`, each mapping has its own rate limit, which is the error of its elements. */
function isOfSeveral(resolution: Resolution): boolean {
  return resolution.outcome === "batch" && resolution.mappingIds !== undefined;
}

/** For a request whose hooks cannot be loaded: the same answer and record as for later failures. */
export async function answerFailure(
  failure: unknown,
  arrival: Arrived,
  state: IngressState,
): Promise<IngressAnswer> {
  const arrived: Writable<Arrived> = arrival;
  try {
    arrived.receivedAt = state.clock();
    const peer = arrived.request.remoteAddress();
    if (peer !== undefined) arrived.remoteAddress = canonicalAddress(peer);
  } catch {
    // The first failure is the one that is reported.
  }
  return finishRequest(answerCrash(failure, arrived), arrived, state);
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

/** For the operator: browsers send such requests, too, and so do many vendors before they save a hook. */
const ASKED =
  'Some senders check that a hook exists before they save it: "handshake" in the "auth" of the mapping answers them, { "probe": "GET" } or "HEAD" with an empty 200, "echo" with a text that they sent.';

function checkMethod({ endpoint, auth, request: { method }, log }: Arrived): Gate {
  if (method === "POST" || auth?.handshake?.methods.includes(method) === true) return undefined;
  const isQuestion = endpoint !== undefined && (method === "GET" || method === "HEAD");
  if (isQuestion) log.notes.detail = ASKED;
  return METHOD_NOT_ALLOWED;
}

/** Counts the bytes that were not counted on arrival. False if there is no room for them. */
function holdBody(
  { body, log, receivedAt }: Proved,
  { bodyMemory, clock, isObserved }: IngressState,
): boolean {
  if (body.kind === "bytes") {
    const { length } = body.bytes;
    if (!bodyMemory.take(length - log.heldBytes, log)) return false;
    log.notes.bodyBytes = length;
  }
  // The clock is read only for an observer: one reading costs 1 % of a small request.
  if (isObserved) log.notes.readMs = clock() - receivedAt;
  return true;
}

/** Transforms may be slow: each has its own time limit, and a list may run two hundred of them. */
async function resolveRequest(
  identified: Identified,
  state: ServingState,
  claimed: ClaimedRequest | undefined,
): Promise<Resolved | GateRefusal> {
  const { proved, payload, bodyWarning, idempotencyKey, idempotencyTtlSeconds } = identified;
  const { auth, hideSecrets, request } = proved;
  const { clock, hooks, requestTimeoutMs, secretHeaders } = state;
  let isOver = false;
  const view = new EventView({
    path: proved.route.name,
    proof: proved.proof,
    payload,
    receivedAt: proved.receivedAt,
    headers: proved.headers,
    query: proved.query,
    url: proved.target,
    secretHeaders:
      auth === undefined ? secretHeaders : [...secretHeaders, ...auth.secretPlaces.headers],
    secretParameters: auth?.secretPlaces.query,
    hideSecrets,
    isOver: () => isOver || request.isGone(),
  });
  let resolution = hooks.resolve(view);
  let deadline = Number.POSITIVE_INFINITY;
  if (isPromiseLike(resolution)) {
    deadline = clock() + requestTimeoutMs;
    const settled = await resolveInTime(resolution, state);
    if (!("outcome" in settled)) {
      isOver = true;
      return settled;
    }
    resolution = settled;
  }
  const mappingId = resolution.outcome === "unmatched" ? undefined : resolution.mappingId;
  const mapping = mappingId === undefined ? undefined : hooks.mapping(mappingId);
  return {
    proved,
    payload,
    bodyWarning,
    idempotencyKey,
    idempotencyTtlSeconds,
    resolution,
    mapping,
    claimed,
    deadline,
  };
}

/** The clock is read only for an observer: one reading costs 1 % of a small request. */
function noteResolution(
  { proved: { log, receivedAt }, resolution }: Resolved,
  { isObserved, clock }: IngressState,
): void {
  const { notes } = log;
  if (isObserved) notes.resolveMs = clock() - receivedAt - (notes.readMs as number);
  notes.outcome = resolution.outcome;
  if (resolution.outcome === "unmatched") {
    if (resolution.detail !== undefined) notes.detail = resolution.detail;
    if (resolution.nearest !== undefined) notes.nearest = resolution.nearest;
    return;
  }
  if (resolution.mappingId !== undefined) notes.mappingId = resolution.mappingId;
  if (resolution.outcome === "batch" && resolution.mappingIds !== undefined) {
    notes.mappingIds = resolution.mappingIds;
  }
  if (resolution.outcome === "handled" && resolution.list !== undefined) {
    notes.list = resolution.list;
  }
}

function resolveInTime(
  resolving: PromiseLike<Resolution>,
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

function answerCrash(error: unknown, { log }: Arrived): IngressAnswer {
  const detail = describeError(error);
  const refusal = createRefusal("internal_error", "The request could not be served.", { detail });
  return answerGate(refuse(refusal), log.notes);
}

function finishRequest(
  answer: IngressAnswer,
  reached: Reached,
  state: IngressState,
): IngressAnswer {
  const { log } = reached;
  const { notes, bodyDetail } = log;
  const sentId = readRequestId(reached);
  if (bodyDetail !== undefined) notes.detail = joinSentences(notes.detail, bodyDetail) as string;
  if (state.isObserved) state.observe({ reached, answer }, state);
  state.activity.endRequest();
  if (log.heldBytes > 0) state.bodyMemory.release(log);
  if (notes.credential !== "query" && sentId === undefined) return answer;
  const headers = {
    ...answer.headers,
    ...(notes.credential === "query" && { deprecation: DEPRECATED_SINCE }),
    ...(sentId !== undefined && { "x-request-id": sentId }),
  };
  return { ...answer, headers };
}

/** RFC 9745: the token in the query is deprecated since the first release, 2026-01-01. */
const DEPRECATED_SINCE = "@1767225600";

function joinSentences(first: string | undefined, second: string | undefined): string | undefined {
  return first === undefined || second === undefined ? (first ?? second) : `${first} ${second}`;
}

/** An action has one late answer, which is stored. A batch has results, from which the next attempt continues. */
async function awaitLate(claim: HeldClaim, claimed: ClaimedRequest): Promise<() => Promise<void>> {
  const answers = await Promise.all(claimed.lateAnswers);
  const [late] = answers;
  const progress = claimed.progress();
  return late !== undefined && progress === undefined
    ? () => claim.complete(late)
    : () => claim.release(progress);
}

/** A refused, unmatched or failed event did nothing, and a later delivery may succeed. */
function isAccepted({ status }: IngressAnswer, { outcome, timedOut = 0 }: RequestNotes): boolean {
  return status < 300 && outcome !== "refused" && outcome !== "unmatched" && timedOut === 0;
}

/** Does not store the mark of a repeated action within the event. */
function storedAnswer(
  { status, headers, body }: IngressAnswer,
  { runId }: RequestNotes,
): StoredAnswer {
  const { "idempotent-replayed": mark, ...bare } = headers;
  return {
    status,
    headers: mark === undefined ? headers : bare,
    body,
    ...(runId !== undefined && { runId }),
  };
}
