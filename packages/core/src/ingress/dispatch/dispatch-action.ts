// Gate 10: an action → the integrator's receipt as an answer, or 503 so that the sender tries again.
import { describeError } from "../../data/describe-error.ts";
import { isPromiseLike } from "../../data/is-promise-like.ts";
import type { ActionResolution, PromiseOrValue } from "../../model/resolution.ts";
import { answerAgent, answerWake } from "../answer.ts";
import type { IngressState } from "../state.ts";
import { DispatchCall } from "./dispatch-call.ts";
import type { DispatchOrigin, DispatchResult, Receipt } from "./dispatch-result.ts";
import { refuseDispatch } from "./refuse-dispatch.ts";
import { settleInTime } from "./settle-in-time.ts";

/** An action to dispatch; `index` is there for an element of a batch. */
export interface DispatchOrder extends Pick<ActionResolution, "action" | "warnings" | "mappingId"> {
  readonly index?: number;
}

/** A promise only where `dispatch` gives one. */
export function dispatchAction(
  order: DispatchOrder,
  origin: DispatchOrigin,
  state: IngressState,
): PromiseOrValue<DispatchResult> {
  const { action, warnings } = order;
  const accept = (receipt: Receipt): DispatchResult => {
    const runId = receipt?.runId ?? call.runId;
    const answer =
      action.kind === "wake" ? answerWake(action.mode, warnings) : answerAgent(runId, warnings);
    return { ok: true, answer, runId };
  };
  const call = new DispatchCall(state.randomId(), order);
  try {
    const receipt = state.dispatch(action, call);
    if (isPromiseLike(receipt)) return settleInTime({ receipt, call, origin, accept }, state);
    return accept(receipt);
  } catch (error) {
    return { ok: false, gate: refuseDispatch("dispatch_failed", describeError(error)) };
  }
}
