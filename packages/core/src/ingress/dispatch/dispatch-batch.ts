// The elements of a batch → one answer that says of each what became of it, or 503.

import type { PromiseOrValue } from "@hookwright/base";
import type { Action, BatchResolution, ElementResolution, Refusal } from "../../base/index.ts";
import { jsonAnswer, NOTHING_TO_DO } from "../answer.ts";
import { CLIENT_CLOSED } from "../check-body.ts";
import type { GateRefusal } from "../gate.ts";
import type { ClaimedRequest } from "../idempotency/claimed-request.ts";
import { dispatchOnce } from "../idempotency/dispatch-once.ts";
import { markReplayed } from "../idempotency/replay.ts";
import type { IngressAnswer } from "../request.ts";
import type { RequestContext, RequestNotes } from "../request-context.ts";
import type { IngressState } from "../state.ts";
import type { DispatchOrder } from "./dispatch-action.ts";
import type { DispatchResult } from "./dispatch-result.ts";
import type { ElementAnswer } from "./element-answer.ts";
import { refuseDispatch } from "./refuse-dispatch.ts";

interface BatchFailure {
  readonly ok: false;
  readonly gate: GateRefusal;
  readonly runId?: string;
}

export type BatchResult = { readonly ok: true; readonly answer: IngressAnswer } | BatchFailure;

const NONE: ReadonlyMap<number, ElementAnswer> = new Map();

/**
 * One after the other, in the order of the list. When the gateway stops taking them, the sender is
 * told to try again: an element that comes twice can be recognized, one that is lost cannot. What time
 * does not suffice for is told element by element, so that only that is sent again.
 */
export async function dispatchBatch(
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
      results.push(answerRefused(index, resolution.refusal));
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

function answerRefused(index: number, { message: error, code }: Refusal): ElementAnswer {
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
