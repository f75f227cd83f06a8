// An action → the answer that is made of the integrator's receipt, or 503 so that the sender tries again.

import { describeError, isPromiseLike, type PromiseOrValue } from "@hookwright/base";
import {
  type Action,
  type ActionResolution,
  createRefusal,
  statusFromCode,
} from "../../base/index.ts";
import type { FixedAnswer } from "../resolve/index.ts";
import {
  answerAgent,
  answerGate,
  answerWake,
  CLIENT_CLOSED,
  type GateRefusal,
  refuse,
  refuseDispatch,
  replay,
} from "./answer.ts";
import { type ClaimPorts, takeClaim } from "./claim.ts";
import { DispatchCall } from "./dispatch-call.ts";
import type { AbortCode, Dispatch, DispatchRejection, LateDispatch } from "./dispatch-port.ts";
import { shortName } from "./record.ts";
import type { IngressAnswer } from "./request.ts";
import type { RequestContext } from "./request-context.ts";
import type { IngressState } from "./state.ts";
import type { StoredAnswer } from "./store.ts";
import { dispatchTraced } from "./tracing.ts";

export function dispatchSingle(
  resolution: ActionResolution,
  context: RequestContext,
  state: IngressState,
): PromiseOrValue<IngressAnswer> {
  const { notes } = context;
  if (resolution.notes !== undefined) notes.detail = resolution.notes.join(" ");
  if (resolution.emptyExpressions !== undefined) {
    notes.emptyExpressions = resolution.emptyExpressions;
  }
  const { kind } = resolution.action;
  const done = dispatchAction(resolution, context, state);
  return isPromiseLike(done)
    ? done.then((settled) => answerDispatch(settled, kind, context))
    : answerDispatch(done, kind, context);
}

function answerDispatch(
  done: DispatchResult,
  kind: Action["kind"],
  { notes, claimed }: RequestContext,
): IngressAnswer {
  if (done.runId !== undefined) notes.runId = done.runId;
  if (!done.ok) {
    if (done.late !== undefined) {
      claimed?.addLate(done.late.then((late) => (late.ok ? late.answer : undefined)));
    }
    return answerGate(done.gate, notes);
  }
  if (done.isRepeat) return replay(done.answer, notes);
  notes.action = kind;
  return done.answer;
}

/** An action to dispatch; `index` is there for an element of a batch. */
export interface DispatchOrder
  extends Pick<
    ActionResolution,
    "action" | "warnings" | "mappingId" | "taintedFields" | "dedupeKey"
  > {
  readonly index?: number;
}

type Receipt = Awaited<ReturnType<Dispatch>>;

export type DispatchResult =
  | {
      readonly ok: true;
      readonly answer: IngressAnswer;
      /** Undefined where the id of a wake would be told to nobody. */
      readonly runId: string | undefined;
      /** An action of before had the same `dedupeKey`, and this is its result. */
      readonly isRepeat?: true;
    }
  | FailedDispatch;

export interface FailedDispatch {
  readonly ok: false;
  readonly gate: GateRefusal;
  /** There where a late outcome may follow, which names it. */
  readonly runId?: string;
  /** The outcome of a dispatch that went on after its time was over. Never rejects. */
  readonly late?: Promise<DispatchResult>;
}

/** A promise only where `dispatch` gives one, or the action has a key of its own. */
export function dispatchAction(
  order: DispatchOrder,
  context: RequestContext,
  state: IngressState,
): PromiseOrValue<DispatchResult> {
  const { dedupeKey } = order;
  return dedupeKey === undefined || state.claims === undefined
    ? callDispatch(order, context, state)
    : dispatchOnce({ ...order, dedupeKey }, state.claims, context, state);
}

/** An action whose key came before has the result of before. */
async function dispatchOnce(
  order: DispatchOrder & { readonly dedupeKey: string },
  claims: ClaimPorts,
  context: RequestContext,
  state: IngressState,
): Promise<DispatchResult> {
  const key = `dedupe:${JSON.stringify([order.mappingId, order.dedupeKey])}`;
  const ttlSeconds = context.idempotencyTtlSeconds;
  const taken = await takeClaim([{ key, ttlSeconds }], claims, context);
  if (taken.kind === "refused") return { ok: false, gate: taken.gate };
  if (taken.kind === "done") {
    const { runId, ...answer } = taken.answer;
    return { ok: true, answer, runId, isRepeat: true };
  }
  const { claim } = taken;
  const done = await callDispatch(order, context, state);
  const settle = (result: DispatchResult) =>
    result.ok ? claim.complete(storedResult(result)) : claim.release();
  if (done.ok || done.late === undefined) await settle(done);
  else claim.holdUntil(done.late.then((late) => () => settle(late)));
  return done;
}

function storedResult({ answer, runId }: DispatchResult & { readonly ok: true }): StoredAnswer {
  return { ...answer, ...(runId !== undefined && { runId }) };
}

function callDispatch(
  order: DispatchOrder,
  context: RequestContext,
  state: IngressState,
): PromiseOrValue<DispatchResult> {
  const call = new DispatchCall(order, context, state);
  try {
    const { tracing } = state;
    const { ownAnswer: own, bodyWarning } = context;
    const receipt =
      tracing === undefined
        ? state.dispatch(order.action, call)
        : dispatchTraced(context, order.mappingId, {
            tracing,
            run: () => state.dispatch(order.action, call),
          });
    const warnings = bodyWarning === undefined ? order.warnings : [...order.warnings, bodyWarning];
    const accepting = { call, own, warnings, state };
    if (!isPromiseLike(receipt)) return acceptReceipt(receipt, order, accepting);
    const accept = (received: Receipt) => acceptReceipt(received, order, accepting);
    return settleInTime({ receipt, call, context, accept }, state);
  } catch (error) {
    return { ok: false, gate: refuseRejection(error) };
  }
}

interface Accepting {
  readonly call: DispatchCall;
  /** In place of the answer that is made of the receipt. */
  readonly own: FixedAnswer | undefined;
  readonly warnings: readonly string[];
  readonly state: IngressState;
}

/** The answer to a wake names no run: where nobody is told of requests either, it gets no id. */
function acceptReceipt(
  receipt: Receipt,
  { action }: DispatchOrder,
  { call, own, warnings, state }: Accepting,
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

const NOT_TAKEN = "The gateway could not take the action; try again.";

/** No known sender repeats an event after a longer pause. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** The text of the error is for the operator; the sender gets the code and the pause that it names. */
function refuseRejection(error: unknown): GateRefusal {
  const { code, retryAfterSeconds } = readRejection(error);
  const detail = describeError(error);
  const refusal = createRefusal("dispatch_failed", NOT_TAKEN, { detail });
  const headers =
    retryAfterSeconds === undefined ? undefined : { "retry-after": String(retryAfterSeconds) };
  return refuse({ ...refusal, ...(code !== undefined && { code }) }, headers);
}

interface ReadRejection {
  readonly code: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

/** Errors of the system have codes in capitals, and those of libraries may say what is between us and them. */
const CODE = /^[a-z][a-z0-9_]{0,63}$/;

function readRejection(error: unknown): ReadRejection {
  const { code, retryAfterSeconds } = (error ?? {}) as DispatchRejection;
  const seconds =
    typeof retryAfterSeconds === "number" && retryAfterSeconds >= 0
      ? Math.min(MAX_RETRY_AFTER_SECONDS, Math.ceil(retryAfterSeconds))
      : undefined;
  return {
    code: typeof code === "string" && CODE.test(code) && mayName(code) ? code : undefined,
    retryAfterSeconds: seconds,
  };
}

/** A code of the table goes with its status, and this answer is a 503. */
function mayName(code: string): boolean {
  const status = statusFromCode(code);
  return status === undefined || status === 503;
}
