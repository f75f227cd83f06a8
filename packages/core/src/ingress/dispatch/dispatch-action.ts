// Gate 10: an action → the integrator's receipt as an answer, or 503 so that the sender tries again.

import type { PromiseOrValue } from "@hookwright/base";
import { isPromiseLike } from "@hookwright/base";
import type { ActionResolution } from "../../base/index.ts";
import type { FixedAnswer } from "../../resolve/index.ts";
import { answerAgent, answerWake } from "../answer.ts";
import type { RequestContext } from "../request-context.ts";
import type { IngressState } from "../state.ts";
import { dispatchTraced } from "../trace/trace-request.ts";
import { DispatchCall } from "./dispatch-call.ts";
import type { DispatchResult, Receipt } from "./dispatch-result.ts";
import { refuseRejection } from "./refuse-dispatch.ts";
import { settleInTime } from "./settle-in-time.ts";

/** An action to dispatch; `index` is there for an element of a batch. */
export interface DispatchOrder
  extends Pick<
    ActionResolution,
    "action" | "warnings" | "mappingId" | "taintedFields" | "dedupeKey"
  > {
  readonly index?: number;
}

/** A promise only where `dispatch` gives one. */
export function dispatchAction(
  order: DispatchOrder,
  context: RequestContext,
  state: IngressState,
): PromiseOrValue<DispatchResult> {
  const call = new DispatchCall(order, context, state);
  try {
    const { tracing } = state;
    const { ownAnswer: own } = context;
    const receipt =
      tracing === undefined
        ? state.dispatch(order.action, call)
        : dispatchTraced(context, order.mappingId, {
            tracing,
            run: () => state.dispatch(order.action, call),
          });
    if (!isPromiseLike(receipt)) return acceptReceipt(receipt, order, { call, own, state });
    const accept = (received: Receipt) => acceptReceipt(received, order, { call, own, state });
    return settleInTime({ receipt, call, context, accept }, state);
  } catch (error) {
    return { ok: false, gate: refuseRejection(error) };
  }
}

interface Accepting {
  readonly call: DispatchCall;
  /** In place of the answer that is made of the receipt. */
  readonly own: FixedAnswer | undefined;
  readonly state: IngressState;
}

/** The answer to a wake names no run: where nobody is told of requests either, it gets no id. */
function acceptReceipt(
  receipt: Receipt,
  { action, warnings }: DispatchOrder,
  { call, own, state }: Accepting,
): DispatchResult {
  if (action.kind === "wake") {
    const runId = state.isObserved ? (receipt?.runId ?? call.runId) : undefined;
    return { ok: true, answer: own ?? answerWake(action.mode, warnings), runId };
  }
  const runId = receipt?.runId ?? call.runId;
  return { ok: true, answer: own ?? answerAgent(runId, warnings), runId };
}
