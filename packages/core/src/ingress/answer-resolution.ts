// What an event came to → dispatched, and answered.
import { oneLine } from "../data/one-line.ts";
import type { Resolution } from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";
import { answerRefusal, HANDLED } from "./answer.ts";
import { dispatchAction } from "./dispatch-action.ts";
import { dispatchBatch } from "./dispatch-batch.ts";
import { type GateRefusal, refuse } from "./gate.ts";
import { clientClosed } from "./read-body.ts";
import type { RequestNotes } from "./record.ts";
import type { IngressAnswer, IngressRequest } from "./request.ts";
import type { IngressState } from "./state.ts";

export async function answerResolution(
  resolution: Resolution,
  { request, notes }: { readonly request: IngressRequest; readonly notes: RequestNotes },
  state: IngressState,
): Promise<IngressAnswer> {
  if (resolution.outcome === "unmatched") return answerGate(notFound(), notes);
  if (resolution.mappingId !== undefined) notes.mappingId = resolution.mappingId;
  if (resolution.outcome === "refused") return answerGate(refuse(resolution.refusal), notes);
  if (resolution.outcome === "handled") return HANDLED;
  // Whoever has gone away will send the event again.
  if (request.isGone()) return answerGate(clientClosed(), notes);
  if (resolution.outcome === "batch") {
    const batch = await dispatchBatch(resolution, state, notes);
    return batch.ok ? batch.answer : answerGate(batch.gate, notes);
  }
  if (resolution.notes !== undefined) notes.detail = oneLine(resolution.notes.join(" "));
  const dispatching = await dispatchAction(resolution, state.dispatch, state.randomId());
  if (!dispatching.ok) return answerGate(dispatching.gate, notes);
  notes.action = resolution.action.kind;
  notes.runId = dispatching.runId;
  return dispatching.answer;
}

export function answerGate({ refusal, headers }: GateRefusal, notes: RequestNotes): IngressAnswer {
  notes.code = refusal.code;
  if (refusal.detail !== undefined) notes.detail = oneLine(refusal.detail);
  return answerRefusal(refusal, headers);
}

export function notFound(): GateRefusal {
  return refuse(createRefusal("not_found", "There is no hook of this name for this event."));
}
