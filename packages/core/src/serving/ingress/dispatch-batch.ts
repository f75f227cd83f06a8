// The actions of a list → each dispatched, and one answer that tells of all.

import type { Action, BatchResolution, ElementResolution, Refusal } from "../../base/index.ts";
import {
  answerGate,
  CLIENT_CLOSED,
  jsonAnswer,
  markReplayed,
  NOTHING_TO_DO,
  refuseDispatch,
  replaceAnswer,
} from "./answer.ts";
import {
  type DispatchOrder,
  type DispatchResult,
  dispatchAction,
  type FailedDispatch,
} from "./dispatch.ts";
import type { ClaimedRequest, ElementAnswer, Resolved } from "./phases.ts";
import type { RequestNotes } from "./record.ts";
import type { IngressAnswer } from "./request.ts";
import type { IngressState } from "./state.ts";

const NONE: ReadonlyMap<number, ElementAnswer> = new Map();

/**
 * One after the other, in the order of the list. When the gateway stops taking them, the sender is
 * told to try again: an element that comes twice can be recognized, one that is lost cannot. What time
 * does not suffice for is told element by element, so that only that is sent again.
 */
export async function dispatchBatch(
  batch: BatchResolution,
  resolved: Resolved,
  state: IngressState,
): Promise<IngressAnswer> {
  const { elements, skipped, mappingId } = batch;
  const { log, claimed } = resolved;
  const { notes } = log;
  noteElements(batch, notes);
  const before = claimed?.begin(mappingId) ?? NONE;
  // One limit in all: each element may use what is left of it.
  const deadline = Math.min(resolved.deadline, state.clock() + state.requestTimeoutMs);
  const limited = { ...resolved, deadline };
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
    const told = before.get(index) ?? (await takeElement(order, limited, state));
    if ("gate" in told) {
      if (told.runId !== undefined) notes.runId = told.runId;
      return answerGate(told.gate, notes);
    }
    if (before.has(index)) countRepeat(notes);
    results.push(told);
  }
  return answerResults(results, batch, resolved);
}

/** Counted in the notes, and kept for the next attempt at the batch where it holds a claim. */
async function takeElement(
  order: DispatchOrder & { readonly index: number },
  resolved: Resolved,
  state: IngressState,
): Promise<ElementAnswer | FailedDispatch> {
  const { log, claimed } = resolved;
  const { notes } = log;
  const { index, action } = order;
  const done = await dispatchElement(order, resolved, state);
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
async function dispatchElement(
  order: DispatchOrder,
  resolved: Resolved,
  state: IngressState,
): Promise<DispatchResult> {
  const { request, log, deadline } = resolved;
  if (request.isGone()) return { ok: false, gate: CLIENT_CLOSED };
  if (log.notes.timedOut !== undefined || state.clock() >= deadline) {
    return { ok: false, gate: refuseDispatch("batch_timeout") };
  }
  return dispatchAction(order, resolved, state);
}

/** Also of the element at hand when time was over: whether the gateway takes it is not known yet. */
const TIMED_OUT = "The time for this batch was over before the gateway took this element.";

function answerResults(
  results: readonly ElementAnswer[],
  { elements, skipped }: BatchResolution,
  { log: { notes }, mapping, bodyWarning }: Resolved,
): IngressAnswer {
  const ownAnswer = mapping?.answer;
  if (results.length === 0) return replaceAnswer(NOTHING_TO_DO, ownAnswer);
  const { dispatched = 0, repeats = 0, timedOut = 0 } = notes;
  if (timedOut > 0 && dispatched + repeats === 0) {
    return answerGate(refuseDispatch("batch_timeout"), notes);
  }
  const body = {
    ok: true,
    results,
    ...(skipped > 0 && { skipped }),
    ...(bodyWarning !== undefined && { warnings: [bodyWarning] }),
  };
  const answer = jsonAnswer(statusOf(elements), body);
  if (repeats === 0 || dispatched > 0) return replaceAnswer(answer, ownAnswer);
  notes.dedupe = "replayed";
  return replaceAnswer(markReplayed(answer), ownAnswer);
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
