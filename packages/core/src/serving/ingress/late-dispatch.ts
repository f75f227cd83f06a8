// What became of a dispatch after its sender was told 503 → told to the integrator, in this one place.
import { callListener } from "@hookwright/base";
import { shortName } from "./record.ts";

/** A dispatch that settled after its request was answered. Contains no payload value and no secret. */
export interface LateDispatch {
  /** As in the record of the request, which has this run id, too. */
  readonly receivedAt: number;
  /** Milliseconds from the receipt of the request until the dispatch settled. */
  readonly durationMs: number;
  /** As in the record of the request. */
  readonly name: string;
  /** Absent for the built-in `wake` and `agent` routes. */
  readonly mappingId?: string;
  /** Of the receipt where it names one, else the one that `dispatch` was given. */
  readonly runId: string;
  /** Of an element of a batch. */
  readonly index?: number;
  /** Whether the gateway took the action after all. */
  readonly ok: boolean;
  /** Where it failed: with what. */
  readonly detail?: string;
}

export type ReportLate = (late: LateDispatch) => void;

/**
 * Whatever waits for the outcome of a dispatch longer than its sender does has to wait for this call:
 * a claim on an idempotency key above all, which a late success completes and a late failure releases.
 */
export function createLateReport(
  listener: ReportLate | undefined,
  warn: (message: string) => void,
): ReportLate {
  const lose = () => warn("The listener for late dispatches failed; an outcome is lost.");
  return (late) => {
    if (listener === undefined) {
      // A failure changes nothing: the sender was asked to try again.
      if (late.ok) warn(describeSuccess(late));
      return;
    }
    callListener(() => listener(late), lose);
  };
}

function describeSuccess({ name, runId, durationMs }: LateDispatch): string {
  return `The dispatch of run ${runId} for the hook "${shortName(name)}" succeeded after ${durationMs} ms, when its sender had been told 503.`;
}
