// Gate 10: an action → the host's receipt as an answer, or 503 so that the sender tries again.
import { describeError } from "../data/describe-error.ts";
import { isPromiseLike } from "../data/promise.ts";
import type { PromiseOrValue, Resolution } from "../model/resolution.ts";
import { createRefusal } from "../problem/refusal.ts";
import { answerAgent, answerWake } from "./answer.ts";
import { type GateRefusal, refuse } from "./gate.ts";
import type { Dispatch } from "./options.ts";
import type { IngressAnswer } from "./request.ts";

export type Dispatching =
  | {
      readonly ok: true;
      readonly answer: IngressAnswer;
      readonly runId: string;
    }
  | { readonly ok: false; readonly gate: GateRefusal };

/** A gateway that restarts is back within seconds; senders wait longer by themselves when it is not. */
const RETRY_AFTER_SECONDS = "5";

type ActionResolution = Extract<Resolution, { outcome: "action" }>;

/** A promise only where `dispatch` gives one. */
export function dispatchAction(
  { action, warnings, mappingId }: ActionResolution,
  dispatch: Dispatch,
  runId: string,
): PromiseOrValue<Dispatching> {
  const accept = (receipt: Awaited<ReturnType<Dispatch>>): Dispatching => {
    const received = receipt?.runId ?? runId;
    const answer =
      action.kind === "wake" ? answerWake(action.mode, warnings) : answerAgent(received, warnings);
    return { ok: true, answer, runId: received };
  };
  const fail = (error: unknown): Dispatching => ({ ok: false, gate: dispatchFailed(error) });
  try {
    const receipt = dispatch(action, { runId, mappingId });
    return isPromiseLike(receipt)
      ? Promise.resolve(receipt).then(accept).catch(fail)
      : accept(receipt);
  } catch (error) {
    return fail(error);
  }
}

function dispatchFailed(error: unknown): GateRefusal {
  const refusal = createRefusal(
    "dispatch_failed",
    "The gateway could not take the action; try again.",
    { detail: describeError(error) },
  );
  return refuse(refusal, { "retry-after": RETRY_AFTER_SECONDS });
}
