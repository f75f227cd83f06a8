// What an event came to → dispatched, and answered.
import { oneLine } from "../data/one-line.ts";
import { mapPromise } from "../data/promise.ts";
import type { PromiseOrValue, Resolution } from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";
import { answerRefusal, HANDLED } from "./answer.ts";
import { clientClosed } from "./check-body.ts";
import { type Dispatching, dispatchAction } from "./dispatch-action.ts";
import { type BatchDispatching, dispatchBatch } from "./dispatch-batch.ts";
import { type GateRefusal, refuse } from "./gate.ts";
import type { RequestNotes } from "./record.ts";
import type { IngressAnswer, IngressRequest } from "./request.ts";
import type { IngressState } from "./state.ts";

export function answerResolution(
  resolution: Resolution,
  { request, notes }: { readonly request: IngressRequest; readonly notes: RequestNotes },
  state: IngressState,
): PromiseOrValue<IngressAnswer> {
  if (resolution.outcome === "unmatched") return answerGate(notFound(), notes);
  if (resolution.mappingId !== undefined) notes.mappingId = resolution.mappingId;
  if (resolution.outcome === "refused") return answerGate(refuse(resolution.refusal), notes);
  if (resolution.outcome === "handled") return HANDLED;
  // Whoever has gone away will send the event again.
  if (request.isGone()) return answerGate(clientClosed(), notes);
  if (resolution.outcome === "batch") {
    return dispatchBatch(resolution, state, notes).then((batch) => answerDispatching(batch, notes));
  }
  if (resolution.notes !== undefined) notes.detail = oneLine(resolution.notes.join(" "));
  const dispatching = dispatchAction(resolution, state.dispatch, state.randomId());
  return mapPromise(dispatching, (done) => {
    if (done.ok) {
      notes.action = resolution.action.kind;
      notes.runId = done.runId;
    }
    return answerDispatching(done, notes);
  });
}

function answerDispatching(
  done: Dispatching | BatchDispatching,
  notes: RequestNotes,
): IngressAnswer {
  return done.ok ? done.answer : answerGate(done.gate, notes);
}

export function answerGate({ refusal, headers }: GateRefusal, notes: RequestNotes): IngressAnswer {
  notes.code = refusal.code;
  if (refusal.detail !== undefined) notes.detail = oneLine(refusal.detail);
  return answerRefusal(refusal, headers);
}

export function notFound(): GateRefusal {
  return refuse(createRefusal("not_found", "There is no hook of this name for this event."));
}
