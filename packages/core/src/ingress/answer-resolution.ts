// What an event came to → dispatched, and answered.
import { oneLine } from "../data/one-line.ts";
import { mapPromise } from "../data/promise.ts";
import type { PromiseOrValue, Resolution } from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";
import { answerRefusal, NOTHING_TO_DO } from "./answer.ts";
import { clientClosed } from "./check-body.ts";
import { dispatchAction } from "./dispatch/dispatch-action.ts";
import { type BatchResult, dispatchBatch } from "./dispatch/dispatch-batch.ts";
import type { DispatchOrigin, DispatchResult } from "./dispatch/dispatch-result.ts";
import { type GateRefusal, refuse } from "./gate.ts";
import type { RequestNotes } from "./record.ts";
import type { IngressAnswer } from "./request.ts";
import type { IngressState } from "./state.ts";

export function answerResolution(
  resolution: Resolution,
  origin: DispatchOrigin & { readonly notes: RequestNotes },
  state: IngressState,
): PromiseOrValue<IngressAnswer> {
  const { request, notes } = origin;
  if (resolution.outcome === "unmatched") return answerGate(notFound(), notes);
  if (resolution.mappingId !== undefined) notes.mappingId = resolution.mappingId;
  if (resolution.outcome === "refused") return answerGate(refuse(resolution.refusal), notes);
  const { outcome } = resolution;
  if (outcome === "handled" || outcome === "skipped") return NOTHING_TO_DO;
  // Whoever has gone away will send the event again.
  if (request.isGone()) return answerGate(clientClosed(), notes);
  if (resolution.outcome === "batch") {
    const deadline = origin.deadline ?? state.clock() + state.requestTimeoutMs;
    const batch = dispatchBatch(resolution, { ...origin, deadline }, state);
    return batch.then((done) => answerDispatch(done, notes));
  }
  if (resolution.notes !== undefined) notes.detail = oneLine(resolution.notes.join(" "));
  return mapPromise(dispatchAction(resolution, origin, state), (done) => {
    if (done.ok) {
      notes.action = resolution.action.kind;
      notes.runId = done.runId;
    }
    return answerDispatch(done, notes);
  });
}

function answerDispatch(done: DispatchResult | BatchResult, notes: RequestNotes): IngressAnswer {
  if (done.ok) return done.answer;
  if (done.runId !== undefined) notes.runId = done.runId;
  return answerGate(done.gate, notes);
}

export function answerGate({ refusal, headers }: GateRefusal, notes: RequestNotes): IngressAnswer {
  notes.code = refusal.code;
  if (refusal.detail !== undefined) notes.detail = oneLine(refusal.detail);
  return answerRefusal(refusal, headers);
}

export function notFound(): GateRefusal {
  return refuse(createRefusal("not_found", "There is no hook of this name for this event."));
}
