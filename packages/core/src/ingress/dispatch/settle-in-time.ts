// A dispatch that has not settled yet → its result, or 503 when time is over or the server stops.
import { describeError } from "@hookwright/base";
import { CLIENT_CLOSED } from "../check-body.ts";
import { type GateRefusal, refuse } from "../gate.ts";
import { shortName } from "../record.ts";
import type { RequestContext } from "../request-context.ts";
import type { IngressState } from "../state.ts";
import { DispatchCall } from "./dispatch-call.ts";
import type { DispatchResult, Receipt } from "./dispatch-result.ts";
import type { AbortCode } from "./dispatch-signal.ts";
import type { LateDispatch } from "./late-dispatch.ts";
import { refuseDispatch, refuseRejection } from "./refuse-dispatch.ts";

export interface PendingDispatch {
  readonly receipt: PromiseLike<Receipt>;
  readonly call: DispatchCall;
  readonly context: RequestContext;
  readonly accept: (receipt: Receipt) => DispatchResult;
}

type LateOutcome = Pick<LateDispatch, "ok" | "runId" | "detail">;

export function settleInTime(
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
