// The elements of a batch → one answer that says of each what became of it, or 503.
import type { Action } from "../../model/action.ts";
import type {
  BatchResolution,
  ElementResolution,
  PromiseOrValue,
  Refusal,
} from "../../model/resolution.ts";
import { jsonAnswer, NOTHING_TO_DO } from "../answer.ts";
import { CLIENT_CLOSED } from "../check-body.ts";
import type { GateRefusal } from "../gate.ts";
import type { IngressAnswer } from "../request.ts";
import type { RequestContext } from "../request-context.ts";
import type { IngressState } from "../state.ts";
import { type DispatchOrder, dispatchAction } from "./dispatch-action.ts";
import type { DispatchResult } from "./dispatch-result.ts";
import { refuseDispatch } from "./refuse-dispatch.ts";

/** What the answer says of one element, by its place in the list. */
type ElementAnswer =
  | { readonly index: number; readonly ok: true; readonly runId: string | undefined }
  | { readonly index: number; readonly ok: true; readonly mode: string }
  | { readonly index: number; readonly ok: false; readonly error: string; readonly code: string };

export type BatchResult =
  | { readonly ok: true; readonly answer: IngressAnswer }
  | { readonly ok: false; readonly gate: GateRefusal; readonly runId?: string };

/**
 * One after the other, in the order of the list. When the gateway stops taking them, the sender is
 * told to try again: an element that comes twice can be recognized, one that is lost cannot. What time
 * does not suffice for is told element by element, so that only that is sent again.
 */
export async function dispatchBatch(
  { elements, skipped, mappingId }: BatchResolution,
  context: RequestContext,
  state: IngressState,
): Promise<BatchResult> {
  const { notes } = context;
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
    const done = await dispatchElement({ ...resolution, mappingId, index }, context, state);
    if (done.ok) {
      notes.dispatched += 1;
      results.push(answerDispatched(index, resolution.action, done.runId));
    } else if (done.gate.refusal.code === "batch_timeout") {
      notes.timedOut = (notes.timedOut ?? 0) + 1;
      results.push({ index, ok: false, error: TIMED_OUT, code: "batch_timeout" });
    } else {
      return done;
    }
  }
  if (results.length === 0) return { ok: true, answer: NOTHING_TO_DO };
  if (notes.timedOut !== undefined && notes.dispatched === 0) {
    return { ok: false, gate: refuseDispatch("batch_timeout") };
  }
  const body = { ok: true, results, ...(skipped > 0 && { skipped }) };
  return { ok: true, answer: jsonAnswer(statusOf(elements), body) };
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
  return dispatchAction(order, context, state);
}

/** Also of the element at hand when time was over: whether the gateway takes it is not known yet. */
const TIMED_OUT = "The time for this batch was over before the gateway took this element.";

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
