// Gate 10: an action → the integrator's receipt as an answer, or 503 so that the sender tries again.
import { describeError, isPromiseLike, type PromiseOrValue } from "@hookwright/base";
import type { ActionResolution } from "../../base/index.ts";
import type { FixedAnswer } from "../../resolve/index.ts";
import { answerAgent, answerWake, type GateRefusal, refuse } from "../answer.ts";
import { CLIENT_CLOSED } from "../check-body.ts";
import { shortName } from "../record.ts";
import type { RequestContext } from "../request-context.ts";
import type { IngressState } from "../state.ts";
import { dispatchTraced } from "../trace/tracing.ts";
import { DispatchCall, refuseDispatch, refuseRejection } from "./dispatch-call.ts";
import type { AbortCode } from "./dispatch-port.ts";
import type { DispatchResult, Receipt } from "./dispatch-result.ts";
import type { LateDispatch } from "./late-dispatch.ts";

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

interface PendingDispatch {
  readonly receipt: PromiseLike<Receipt>;
  readonly call: DispatchCall;
  readonly context: RequestContext;
  readonly accept: (receipt: Receipt) => DispatchResult;
}

type LateOutcome = Pick<LateDispatch, "ok" | "runId" | "detail">;

/** A dispatch that has not settled yet → its result, or 503 when time is over or the server stops. */
function settleInTime(
  { receipt, call, context, accept }: PendingDispatch,
  state: IngressState,
): Promise<DispatchResult> {
  state.activity.begin();
  return new Promise((resolve) => {
    let isAnswered = false;
    let disarm = (): void => undefined;
    const answer = (result: DispatchResult): void => {
      isAnswered = true;
      disarm();
      resolve(result);
    };
    let settleLate: (result: DispatchResult) => void = () => undefined;
    const giveUp = (code: Exclude<AbortCode, "client_closed">): void => {
      const late = new Promise<DispatchResult>((settle) => {
        settleLate = settle;
      });
      answer({ ok: false, gate: refuseDispatch(code), runId: call.runId, late });
      DispatchCall.abort(call, code);
    };
    const reportLate = ({ detail, ...outcome }: LateOutcome): void => {
      const shown = detail === undefined ? {} : { detail: context.hideSecrets(detail) };
      state.reportLate({ ...describeCall(call, context, state), ...outcome, ...shown });
    };

    const fail = (error: unknown): void => {
      const result: DispatchResult = { ok: false, gate: refuseFailure(error, call) };
      if (!isAnswered) {
        answer(result);
        return;
      }
      settleLate(result);
      reportLate({ ok: false, runId: call.runId, detail: describeError(error) });
    };

    Promise.resolve(receipt)
      .then((received) => {
        if (!isAnswered) {
          answer(accept(received));
          return;
        }
        settleLate(accept(received));
        reportLate({ ok: true, runId: received?.runId ?? call.runId });
      })
      .catch(fail)
      .then(state.activity.end);
    // One turn later: a dispatch that is `async` but has nothing to wait for needs no timer.
    Promise.resolve()
      .then(() => {
        if (!isAnswered) disarm = watchLimits({ call, context, giveUp }, state);
      })
      .catch(fail);
  });
}

interface Watched extends Pick<PendingDispatch, "call" | "context"> {
  readonly giveUp: (code: Exclude<AbortCode, "client_closed">) => void;
}

function watchLimits({ call, context, giveUp }: Watched, state: IngressState): () => void {
  const { ms, code } = chooseLimit(call, context, state);
  const cancelTimer = state.timer(() => giveUp(code), ms);
  const offStop = state.stopSwitch.onStop(() => giveUp("server_stopping"));
  // The dispatch may be past the point of return: its outcome is awaited, and stands in the record.
  const offGone = context.request.onGone?.(() => DispatchCall.abort(call, "client_closed"));
  // Who left before that is not told of any more.
  if (context.request.isGone()) DispatchCall.abort(call, "client_closed");
  return () => {
    cancelTimer();
    offStop();
    offGone?.();
  };
}

/** Of two limits that end together, the one that lets the batch answer for what is done counts. */
function chooseLimit(
  { index }: DispatchCall,
  { deadline }: RequestContext,
  { clock, requestTimeoutMs, dispatchTimeoutMs }: IngressState,
): { readonly ms: number; readonly code: "dispatch_timeout" | "batch_timeout" } {
  const leftMs = Math.max(1, Math.min(requestTimeoutMs, deadline - clock()));
  if (index !== undefined && leftMs <= dispatchTimeoutMs) {
    return { ms: leftMs, code: "batch_timeout" };
  }
  return { ms: Math.min(leftMs, dispatchTimeoutMs), code: "dispatch_timeout" };
}

/** What fails because its sender has gone is no failure of the gateway. */
function refuseFailure(error: unknown, call: DispatchCall): GateRefusal {
  if (DispatchCall.abortCodeOf(call) !== "client_closed") return refuseRejection(error);
  return refuse({ ...CLIENT_CLOSED.refusal, detail: describeError(error) });
}

function describeCall(
  { mappingId, index }: DispatchCall,
  { route, receivedAt }: RequestContext,
  { clock }: IngressState,
): Omit<LateDispatch, "ok" | "runId" | "detail"> {
  return {
    receivedAt,
    durationMs: clock() - receivedAt,
    name: shortName(route.name),
    ...(mappingId !== undefined && { mappingId }),
    ...(index !== undefined && { index }),
  };
}
