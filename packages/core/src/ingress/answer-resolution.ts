// What an event came to → dispatched, and answered.
import { isPromiseLike, mapPromise, type PromiseOrValue } from "@hookwright/base";
import {
  type Action,
  type ActionResolution,
  type BatchResolution,
  createRefusal,
  type ElementResolution,
  type Refusal,
  type Resolution,
} from "../base/index.ts";
import type { RateLimit } from "../config/index.ts";
import {
  type Gate,
  type GateRefusal,
  jsonAnswer,
  NOTHING_TO_DO,
  refuse,
  replaceAnswer,
  TAKEN,
} from "./answer.ts";
import { CLIENT_CLOSED } from "./check-body.ts";
import { type DispatchOrder, dispatchAction } from "./dispatch/dispatch-action.ts";
import { refuseDispatch } from "./dispatch/dispatch-call.ts";
import type { DispatchResult, ElementAnswer } from "./dispatch/dispatch-result.ts";
import type { ClaimedRequest } from "./idempotency/claimed-request.ts";
import type { HeldClaim } from "./idempotency/held-claim.ts";
import { markReplayed, replay } from "./idempotency/replay.ts";
import type { StoredAnswer } from "./idempotency/store.ts";
import { type TakeResult, takeClaim } from "./idempotency/take-claim.ts";
import { askInTime } from "./limits/throttle.ts";
import type { IngressAnswer } from "./request.ts";
import type { RequestContext, RequestNotes } from "./request-context.ts";
import type { IngressState, ServingState } from "./state.ts";

export function answerResolution(
  resolution: Resolution,
  context: RequestContext,
  state: ServingState,
): PromiseOrValue<IngressAnswer> {
  const { request, notes } = context;
  const { outcome } = resolution;
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
  if (outcome === "handled" || outcome === "skipped") return context.ownAnswer ?? NOTHING_TO_DO;
  // Whoever has gone away will send the event again.
  if (request.isGone()) return answerGate(CLIENT_CLOSED, notes);
  const gate = checkRate(resolution, mapping?.rateLimit, { context, state });
  if (gate === undefined) return dispatchResolution(resolution, context, state);
  return mapPromise(gate, (refused) =>
    refused === undefined
      ? dispatchResolution(resolution, context, state)
      : answerGate(refused, notes),
  );
}

function dispatchResolution(
  resolution: ActionResolution | BatchResolution,
  context: RequestContext,
  state: ServingState,
): PromiseOrValue<IngressAnswer> {
  const { notes } = context;
  if (resolution.outcome === "batch") {
    noteElements(resolution, notes);
    return dispatchBatch(resolution, context, state).then((done) => answerBatch(done, context));
  }
  if (resolution.notes !== undefined) notes.detail = resolution.notes.join(" ");
  if (resolution.emptyExpressions !== undefined) {
    notes.emptyExpressions = resolution.emptyExpressions;
  }
  const { kind } = resolution.action;
  const done = dispatchOnce(resolution, context, state);
  return mapPromise(done, (settled) => answerDispatch(settled, kind, context));
}

/** The sentence for the sender names no payload value, so it can stand in the record. */
function answerRefused(refusal: Refusal, context: RequestContext): IngressAnswer {
  // A batch that was left because its sender has gone: never a 204, which would be kept as its answer.
  if (refusal.code === "client_closed") return answerGate(CLIENT_CLOSED, context.notes);
  const answer = answerEvent(refuse(refusal), context);
  context.notes.detail ??= refusal.message;
  return answer;
}

/** Each note once, and the first refusal: a batch has up to 200 elements, and a record one line. */
function noteElements({ elements }: BatchResolution, notes: RequestNotes): void {
  const refusals: string[] = [];
  const sentences = new Set<string>();
  let emptyExpressions = 0;
  for (const { index, resolution } of elements) {
    if (resolution.outcome === "action") {
      for (const note of resolution.notes ?? []) sentences.add(note);
      emptyExpressions += resolution.emptyExpressions ?? 0;
    } else if (resolution.outcome === "refused" && refusals.length === 0) {
      const { code, message, detail = message } = resolution.refusal;
      refusals.push(`Element ${index} is refused (${code}): ${detail}`);
    }
  }
  if (emptyExpressions > 0) notes.emptyExpressions = emptyExpressions;
  const told = [...refusals, ...sentences];
  if (told.length > 0) notes.detail = told.join(" ");
}

function answerDispatch(
  done: DispatchResult,
  kind: Action["kind"],
  { notes, claimed }: RequestContext,
): IngressAnswer {
  if (done.runId !== undefined) notes.runId = done.runId;
  if (!done.ok) {
    if (done.late !== undefined) {
      claimed?.addLate(done.late.then((late) => (late.ok ? late.answer : undefined)));
    }
    return answerGate(done.gate, notes);
  }
  if (done.isRepeat) return replay(done.answer, notes);
  notes.action = kind;
  return done.answer;
}

function answerBatch(done: BatchResult, { notes, ownAnswer }: RequestContext): IngressAnswer {
  if (done.ok) return replaceAnswer(done.answer, ownAnswer);
  if (done.runId !== undefined) notes.runId = done.runId;
  return answerGate(done.gate, notes);
}

/** Of an event whose sender is known: some switch a hook off for good where the answer is a 4xx. */
export function answerEvent(gate: GateRefusal, { auth, notes }: RequestContext): IngressAnswer {
  const answer = answerGate(gate, notes);
  return auth?.delivery?.acceptRefused && answer.status < 500 ? NOTHING_TO_DO : answer;
}

/** In the status that the vendor takes for success; an answer of the mapping's own stays. */
export function acknowledge(
  answer: IngressAnswer,
  { auth, ownAnswer }: RequestContext,
): IngressAnswer {
  if (auth?.delivery?.acknowledge === undefined || ownAnswer !== undefined) return answer;
  if (answer.status === 204) return TAKEN;
  return answer.status === 202 ? { ...answer, status: 200 } : answer;
}

export function answerGate({ refusal, answer }: GateRefusal, notes: RequestNotes): IngressAnswer {
  notes.code = refusal.code;
  if (refusal.detail !== undefined) notes.detail = refusal.detail;
  return answer;
}

export const NOT_FOUND: GateRefusal = refuse(
  createRefusal("not_found", "There is no hook of this name for this event."),
);

interface BatchFailure {
  readonly ok: false;
  readonly gate: GateRefusal;
  readonly runId?: string;
}

type BatchResult = { readonly ok: true; readonly answer: IngressAnswer } | BatchFailure;

const NONE: ReadonlyMap<number, ElementAnswer> = new Map();

/**
 * One after the other, in the order of the list. When the gateway stops taking them, the sender is
 * told to try again: an element that comes twice can be recognized, one that is lost cannot. What time
 * does not suffice for is told element by element, so that only that is sent again.
 */
async function dispatchBatch(
  batch: BatchResolution,
  context: RequestContext,
  state: IngressState,
): Promise<BatchResult> {
  const { elements, skipped, mappingId } = batch;
  const { notes, claimed } = context;
  const before = claimed?.begin(mappingId) ?? NONE;
  // One limit in all: each element may use what is left of it.
  context.deadline = Math.min(context.deadline, state.clock() + state.requestTimeoutMs);
  const results: ElementAnswer[] = [];
  notes.dispatched = 0;
  notes.refused = 0;
  notes.skipped = skipped;
  for (const { index, resolution } of elements) {
    if (resolution.outcome === "handled") continue;
    if (resolution.outcome === "refused") {
      notes.refused += 1;
      results.push(answerRefusedElement(index, resolution.refusal));
      continue;
    }
    const order = { ...resolution, mappingId, index };
    const told = before.get(index) ?? (await takeElement(order, context, state));
    if ("gate" in told) return told;
    if (before.has(index)) countRepeat(notes);
    results.push(told);
  }
  return answerResults(results, batch, notes);
}

/** Counted in the notes, and kept for the next attempt at the batch where it holds a claim. */
async function takeElement(
  order: DispatchOrder & { readonly index: number },
  context: RequestContext,
  state: IngressState,
): Promise<ElementAnswer | BatchFailure> {
  const { notes, claimed } = context;
  const { index, action } = order;
  const done = await dispatchElement(order, context, state);
  if (done.ok) {
    if (done.isRepeat) countRepeat(notes);
    else notes.dispatched = (notes.dispatched as number) + 1;
    const result = answerDispatched(index, action, done.runId);
    claimed?.add(result);
    return result;
  }
  if (done.late !== undefined) awaitLate(done.late, order, claimed);
  if (done.gate.refusal.code !== "batch_timeout") return done;
  notes.timedOut = (notes.timedOut ?? 0) + 1;
  return { index, ok: false, error: TIMED_OUT, code: "batch_timeout" };
}

function awaitLate(
  late: Promise<DispatchResult>,
  { index, action }: DispatchOrder & { readonly index: number },
  claimed: ClaimedRequest | undefined,
): void {
  claimed?.addLate(
    late.then((result) => {
      if (result.ok) claimed.add(answerDispatched(index, action, result.runId));
      return undefined;
    }),
  );
}

function countRepeat(notes: RequestNotes): void {
  notes.repeats = (notes.repeats ?? 0) + 1;
}

/** Whoever has gone away will send the whole batch again. */
function dispatchElement(
  order: DispatchOrder,
  context: RequestContext,
  state: IngressState,
): PromiseOrValue<DispatchResult> {
  const { request, notes, deadline } = context;
  if (request.isGone()) return { ok: false, gate: CLIENT_CLOSED };
  if (notes.timedOut !== undefined || state.clock() >= deadline) {
    return { ok: false, gate: refuseDispatch("batch_timeout") };
  }
  return dispatchOnce(order, context, state);
}

/** Also of the element at hand when time was over: whether the gateway takes it is not known yet. */
const TIMED_OUT = "The time for this batch was over before the gateway took this element.";

function answerResults(
  results: readonly ElementAnswer[],
  { elements, skipped }: BatchResolution,
  notes: RequestNotes,
): BatchResult {
  if (results.length === 0) return { ok: true, answer: NOTHING_TO_DO };
  const { dispatched = 0, repeats = 0, timedOut = 0 } = notes;
  if (timedOut > 0 && dispatched + repeats === 0) {
    return { ok: false, gate: refuseDispatch("batch_timeout") };
  }
  const body = { ok: true, results, ...(skipped > 0 && { skipped }) };
  const answer = jsonAnswer(statusOf(elements), body);
  if (repeats === 0 || dispatched > 0) return { ok: true, answer };
  notes.dedupe = "replayed";
  return { ok: true, answer: markReplayed(answer) };
}

function answerRefusedElement(index: number, { message: error, code }: Refusal): ElementAnswer {
  return { index, ok: false, error, code };
}

function answerDispatched(index: number, action: Action, runId: string | undefined): ElementAnswer {
  return action.kind === "wake"
    ? { index, ok: true, mode: action.mode }
    : { index, ok: true, runId };
}

/** Like a single action: 202 where a run was started, else 200. */
function statusOf(elements: readonly ElementResolution[]): number {
  const startsRun = elements.some(
    ({ resolution }) => resolution.outcome === "action" && resolution.action.kind === "agent",
  );
  return startsRun ? 202 : 200;
}

/** Undefined at once where the mapping has no limit, as most have none. */
function checkRate(
  { mappingId }: ActionResolution | BatchResolution,
  limit: RateLimit | undefined,
  { context, state }: Dispatching,
): PromiseOrValue<Gate> {
  if (limit === undefined) return undefined;
  const { proof, auth } = context;
  const { rateLimiter, timer, warnRateLimiter } = state;
  // A way of proof, not one of its secrets: the new one goes on where the old one was.
  const key = `${mappingId} ${proof}`;
  const asked = askInTime(() => rateLimiter.take(key, limit), {
    timer,
    onFailure: warnRateLimiter,
  });
  return mapPromise(asked, (waitSeconds = 0) => {
    if (!(waitSeconds > 0)) return undefined;
    const refusal = createRefusal("rate_limited", "Too many events of this kind; send it later.");
    // For a sender that switches a hook off on 4xx, the same pause is a 503.
    const status = auth?.delivery?.acceptRefused ? 503 : refusal.status;
    return refuse({ ...refusal, status }, { "retry-after": String(Math.ceil(waitSeconds)) });
  });
}

/** A promise only where `dispatch` or the store gives one. */
function dispatchOnce(
  order: DispatchOrder,
  context: RequestContext,
  state: IngressState,
): PromiseOrValue<DispatchResult> {
  const { dedupeKey, mappingId } = order;
  const { claims } = state;
  if (dedupeKey === undefined || claims === undefined) return dispatchAction(order, context, state);
  const ttlSeconds = context.idempotencyTtlSeconds;
  const key = `dedupe:${JSON.stringify([mappingId, dedupeKey])}`;
  const taken = takeClaim([{ key, ttlSeconds }], context, { claims, state });
  const go = (result: TakeResult) => carryOut(result, order, { context, state });
  return isPromiseLike(taken) ? taken.then(go) : go(taken);
}

interface Dispatching {
  readonly context: RequestContext;
  readonly state: IngressState;
}

function carryOut(
  taken: TakeResult,
  order: DispatchOrder,
  { context, state }: Dispatching,
): PromiseOrValue<DispatchResult> {
  if (taken.kind === "refused") return { ok: false, gate: taken.gate };
  if (taken.kind === "done") {
    const { runId, ...answer } = taken.answer;
    return { ok: true, answer, runId, isRepeat: true };
  }
  const { claim } = taken;
  const done = dispatchAction(order, context, state);
  return isPromiseLike(done) ? done.then((settled) => settle(settled, claim)) : settle(done, claim);
}

function settle(done: DispatchResult, claim: HeldClaim): PromiseOrValue<DispatchResult> {
  if (!done.ok && done.late !== undefined) {
    claim.holdUntil(done.late.then((late) => () => tell(late, claim)));
    return done;
  }
  const told = tell(done, claim);
  return isPromiseLike(told) ? told.then(() => done) : done;
}

function tell(done: DispatchResult, claim: HeldClaim): PromiseOrValue<void> {
  return done.ok ? claim.complete(storedResult(done)) : claim.release();
}

function storedResult({ answer, runId }: DispatchResult & { readonly ok: true }): StoredAnswer {
  return { ...answer, ...(runId !== undefined && { runId }) };
}
