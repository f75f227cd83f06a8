// What an event came to → dispatched, and answered.

import type { PromiseOrValue } from "@hookwright/base";
import { mapPromise } from "@hookwright/base";
import type {
  Action,
  ActionResolution,
  BatchResolution,
  Refusal,
  Resolution,
} from "../base/index.ts";
import { createRefusal } from "../base/index.ts";
import { NOTHING_TO_DO, replaceAnswer, TAKEN } from "./answer.ts";
import { CLIENT_CLOSED } from "./check-body.ts";
import { type BatchResult, dispatchBatch } from "./dispatch/dispatch-batch.ts";
import type { DispatchResult } from "./dispatch/dispatch-result.ts";
import { type GateRefusal, refuse } from "./gate.ts";
import { dispatchOnce } from "./idempotency/dispatch-once.ts";
import { replay } from "./idempotency/replay.ts";
import { checkRate } from "./limits/check-rate.ts";
import type { IngressAnswer } from "./request.ts";
import type { RequestContext, RequestNotes } from "./request-context.ts";
import type { ServingState } from "./state.ts";

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
  if (mappingId !== undefined) context.ownAnswer = state.hooks.answerOf(mappingId);
  if (outcome === "handled" || outcome === "skipped") return context.ownAnswer ?? NOTHING_TO_DO;
  // Whoever has gone away will send the event again.
  if (request.isGone()) return answerGate(CLIENT_CLOSED, notes);
  const gate = checkRate(mappingId, context, state);
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
