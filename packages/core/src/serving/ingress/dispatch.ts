// An action → the answer that is made of the integrator's receipt, or 503 so that the sender tries again.
import { describeError, isPromiseLike } from "@hookwright/base";
import { type ActionResolution, createRefusal, statusFromCode } from "../../base/index.ts";
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
import { takeClaim } from "./claim.ts";
import {
  type AbortCode,
  type Dispatch,
  DispatchCall,
  type DispatchRejection,
  type LateDispatch,
} from "./dispatch-call.ts";
import { labelOf, shortName, traceOf } from "./observe.ts";
import type { Resolved } from "./phases.ts";
import type { IngressAnswer } from "./request.ts";
import type { IngressState } from "./state.ts";

export async function dispatchSingle(
  resolution: ActionResolution,
  resolved: Resolved,
  state: IngressState,
): Promise<IngressAnswer> {
  const { log, claimed } = resolved;
  const { notes } = log;
  if (resolution.notes !== undefined) notes.detail = resolution.notes.join(" ");
  if (resolution.emptyExpressions !== undefined) {
    notes.emptyExpressions = resolution.emptyExpressions;
  }
  const done = await dispatchAction(resolution, resolved, state);
  if (done.runId !== undefined) notes.runId = done.runId;
  if (!done.ok) {
    if (done.late !== undefined) {
      claimed?.addLate(done.late.then((late) => (late.ok ? late.answer : undefined)));
    }
    return answerGate(done.gate, notes);
  }
  if (done.isRepeat) return replay(done.answer, notes);
  notes.action = resolution.action.kind;
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

/** An action whose key came before has the result of before. */
export async function dispatchAction(
  order: DispatchOrder,
  resolved: Resolved,
  state: IngressState,
): Promise<DispatchResult> {
  const { dedupeKey } = order;
  const { claims } = state;
  if (dedupeKey === undefined || claims === undefined) return callDispatch(order, resolved, state);
  const key = `dedupe:${JSON.stringify([order.mappingId, dedupeKey])}`;
  const ttlSeconds = resolved.idempotencyTtlSeconds;
  const taken = await takeClaim([{ key, ttlSeconds }], claims, resolved);
  if (taken.kind === "refused") return { ok: false, gate: taken.gate };
  if (taken.kind === "done") {
    const { runId, ...answer } = taken.answer;
    return { ok: true, answer, runId, isRepeat: true };
  }
  const { claim } = taken;
  const settle = (result: DispatchResult): Promise<void> => {
    if (!result.ok) return claim.release();
    const { answer, runId } = result;
    return claim.complete({ ...answer, ...(runId !== undefined && { runId }) });
  };
  const done = await callDispatch(order, resolved, state);
  if (done.ok || done.late === undefined) await settle(done);
  else claim.holdUntil(done.late.then((late) => () => settle(late)));
  return done;
}

/** Awaited within its time only where `dispatch` gives a promise. */
async function callDispatch(
  order: DispatchOrder,
  resolved: Resolved,
  state: IngressState,
): Promise<DispatchResult> {
  const { action, mappingId } = order;
  const { auth, bodyWarning, mapping } = resolved;
  const call = new DispatchCall(order, resolved, state);
  const warnings = bodyWarning === undefined ? order.warnings : [...order.warnings, bodyWarning];
  const accept = (received: Receipt): DispatchResult => {
    if (action.kind === "wake") {
      // The answer to a wake names no run: where nobody observes requests either, it gets no id.
      const runId = state.isObserved ? (received?.runId ?? call.runId) : undefined;
      return { ok: true, answer: mapping?.answer ?? answerWake(action.mode, warnings), runId };
    }
    const runId = received?.runId ?? call.runId;
    return { ok: true, answer: mapping?.answer ?? answerAgent(runId, warnings), runId };
  };
  try {
    const run = () => state.dispatch(action, call);
    const trace = traceOf(resolved, state.tracing);
    const receipt =
      trace === undefined
        ? run()
        : trace.dispatch(
            { route: labelOf(resolved), mapping: mappingId, provider: auth?.provider?.id },
            run,
          );
    if (!isPromiseLike(receipt)) return accept(receipt);
    return settleInTime({ receipt, call, accept }, resolved, state);
  } catch (error) {
    return { ok: false, gate: refuseRejection(error) };
  }
}

interface PendingDispatch {
  readonly receipt: PromiseLike<Receipt>;
  readonly call: DispatchCall;
  readonly accept: (receipt: Receipt) => DispatchResult;
}

type LateOutcome = Pick<LateDispatch, "ok" | "runId" | "detail">;

/** A dispatch that has not settled yet → its result, or 503 when time is over or the server stops. */
function settleInTime(
  { receipt, call, accept }: PendingDispatch,
  resolved: Resolved,
  state: IngressState,
): Promise<DispatchResult> {
  const { request } = resolved;
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
      const shown = detail === undefined ? {} : { detail: resolved.hideSecrets(detail) };
      state.reportLate({ ...describeCall(call, resolved, state), ...outcome, ...shown });
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

    const watchLimits = (): (() => void) => {
      const { ms, code } = chooseLimit(call, resolved, state);
      const cancelTimer = state.timer(() => giveUp(code), ms);
      const offStop = state.stopSwitch.onStop(() => giveUp("server_stopping"));
      // The dispatch may be past the point of return: its outcome is awaited, and stands in the record.
      const offGone = request.onGone?.(() => DispatchCall.abort(call, "client_closed"));
      // Who left before that is not told of any more.
      if (request.isGone()) DispatchCall.abort(call, "client_closed");
      return () => {
        cancelTimer();
        offStop();
        offGone?.();
      };
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
        if (!isAnswered) disarm = watchLimits();
      })
      .catch(fail);
  });
}

/** Of two limits that end together, the one that lets the batch answer for what is done counts. */
function chooseLimit(
  { index }: DispatchCall,
  { deadline }: Resolved,
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
  { route, receivedAt }: Resolved,
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
