// The elements of a batch → one answer that says of each what became of it, or 503.

import type { RandomId } from "../model/ports.ts";
import type { BatchResolution, ElementResolution } from "../model/resolution.ts";
import { HANDLED, jsonAnswer } from "./answer.ts";
import { dispatchAction } from "./dispatch-action.ts";
import type { GateRefusal } from "./gate.ts";
import type { Dispatch } from "./options.ts";
import type { RequestNotes } from "./record.ts";
import type { IngressAnswer } from "./request.ts";

/** What the answer says of one element, by its place in the list. */
type ElementAnswer =
  | { readonly index: number; readonly ok: true; readonly runId: string }
  | { readonly index: number; readonly ok: true; readonly mode: string }
  | { readonly index: number; readonly ok: false; readonly error: string; readonly code: string };

export type BatchDispatching =
  | { readonly ok: true; readonly answer: IngressAnswer }
  | { readonly ok: false; readonly gate: GateRefusal };

/**
 * One after the other, in the order of the list. When the gateway stops taking them, the sender is
 * told to try again: an element that comes twice can be recognized, one that is lost cannot.
 */
export async function dispatchBatch(
  { elements, skipped, mappingId }: BatchResolution,
  { dispatch, randomId }: { readonly dispatch: Dispatch; readonly randomId: RandomId },
  notes: RequestNotes,
): Promise<BatchDispatching> {
  const results: ElementAnswer[] = [];
  notes.dispatched = 0;
  notes.refused = 0;
  notes.skipped = skipped;
  for (const { index, resolution } of elements) {
    if (resolution.outcome === "refused") {
      const { message: error, code } = resolution.refusal;
      results.push({ index, ok: false, error, code });
      notes.refused += 1;
    } else if (resolution.outcome === "action") {
      const dispatching = await dispatchAction({ ...resolution, mappingId }, dispatch, randomId());
      if (!dispatching.ok) return dispatching;
      notes.dispatched += 1;
      const { action } = resolution;
      results.push(
        action.kind === "wake"
          ? { index, ok: true, mode: action.mode }
          : { index, ok: true, runId: dispatching.runId },
      );
    }
  }
  if (results.length === 0) return { ok: true, answer: HANDLED };
  const body = { ok: true, results, ...(skipped > 0 && { skipped }) };
  return { ok: true, answer: jsonAnswer(statusOf(elements), body) };
}

/** Like a single action: 202 where a run was started, else 200. */
function statusOf(elements: readonly ElementResolution[]): number {
  const startsRun = elements.some(
    ({ resolution }) => resolution.outcome === "action" && resolution.action.kind === "agent",
  );
  return startsRun ? 202 : 200;
}
