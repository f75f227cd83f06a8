// An action of an event → dispatched once, and the answer made from its receipt, or a 503 so that the sender tries again.

import { describeError, isPromiseLike } from "@hookwright/base";
import {
  type Action,
  type ActionResolution,
  createRefusal,
  statusFromCode,
} from "../../model/index.ts";
import {
  answerAgent,
  answerDelivery,
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
import type { ElementAnswer, Resolved } from "./phases.ts";
import type { IngressAnswer } from "./request.ts";
import type { IngressState } from "./state.ts";

export async function dispatchSingle(
  resolution: ActionResolution,
  resolved: Resolved,
  state: IngressState,
): Promise<IngressAnswer> {
  const { claimed, proved } = resolved;
  const { notes } = proved.log;
  if (resolution.notes !== undefined) notes.detail = resolution.notes.join(" ");
  if (resolution.emptyExpressions !== undefined) {
    notes.emptyExpressions = resolution.emptyExpressions;
  }
  const before = claimed?.begin(resolution.mappingId ?? "").get(0);
  if (before?.ok === true) return replayElement(before, resolution, resolved);
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

/** An earlier attempt, with other mappings beside this one, was accepted for this one. */
function replayElement(
  element: AcceptedElement,
  { action, warnings }: ActionResolution,
  { mapping, proved }: Resolved,
): IngressAnswer {
  const runId = runIdOf(element);
  const answer = mapping?.answer ?? answerAccepted(action, runId ?? "", warnings);
  return replay({ ...answer, ...(runId !== undefined && { runId }) }, proved.log.notes);
}

type AcceptedElement = Extract<ElementAnswer, { readonly ok: true }>;

function runIdOf(element: AcceptedElement): string | undefined {
  if ("mode" in element) return undefined;
  return "runId" in element ? element.runId : element.delivery;
}

function answerAccepted(action: Action, runId: string, warnings: readonly string[]): IngressAnswer {
  if (action.kind === "wake") return answerWake(action.mode, warnings);
  return action.kind === "agent" ? answerAgent(runId, warnings) : answerDelivery(runId, warnings);
}

/** An action to dispatch. `index` is that in the list of its mapping; `part` is defined for an action of a batch. */
export interface DispatchOrder
  extends Pick<
    ActionResolution,
    "action" | "warnings" | "mappingId" | "taintedFields" | "dedupeKey" | "channelReports"
  > {
  readonly index?: number | undefined;
  readonly part?: string;
  /** Whether several mappings get the event. */
  readonly isOneOf?: boolean;
}

type Receipt = Awaited<ReturnType<Dispatch>>;

export type DispatchResult =
  | {
      readonly ok: true;
      readonly answer: IngressAnswer;
      /** Undefined for a wake if nobody would see its id. */
      readonly runId: string | undefined;
      /** This is the result of a previous action with the same `dedupeKey`. */
      readonly isRepeat?: true;
    }
  | FailedDispatch;

export interface FailedDispatch {
  readonly ok: false;
  readonly gate: GateRefusal;
  /** Set if a late outcome may follow, which has the same id. */
  readonly runId?: string;
  /** The outcome of a dispatch that continued after its time limit. Never rejects. */
  readonly late?: Promise<DispatchResult>;
}

/** Dispatches an action, or returns the previous result of its `dedupeKey`. */
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
  const taken = await takeClaim([{ key, ttlSeconds }], claims, resolved.proved);
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

/** Calls `dispatch`. Only a promise is awaited, within its time limit. */
async function callDispatch(
  order: DispatchOrder,
  resolved: Resolved,
  state: IngressState,
): Promise<DispatchResult> {
  const { action, mappingId } = order;
  const { bodyWarning, mapping, proved } = resolved;
  const call = new DispatchCall(order, resolved, state);
  const warnings = bodyWarning === undefined ? order.warnings : [...order.warnings, bodyWarning];
  const accept = (received: Receipt): DispatchResult => {
    if (action.kind === "wake") {
      // The answer to a wake has no run id, so without an observer none is created.
      const runId = state.isObserved ? (received?.runId ?? call.runId) : undefined;
      return { ok: true, answer: mapping?.answer ?? answerWake(action.mode, warnings), runId };
    }
    const runId = received?.runId ?? call.runId;
    return { ok: true, answer: mapping?.answer ?? answerAccepted(action, runId, warnings), runId };
  };
  try {
    const run = () => state.dispatch(action, call);
    const trace = state.tracing && traceOf(proved, state.tracing);
    const receipt =
      trace === undefined
        ? run()
        : trace.dispatch(
            { route: labelOf(proved), mapping: mappingId, provider: proved.auth?.provider?.id },
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

/** A pending dispatch → its result, or a 503 when its time is over or the server stops. */
function settleInTime(
  { receipt, call, accept }: PendingDispatch,
  resolved: Resolved,
  state: IngressState,
): Promise<DispatchResult> {
  const { request, hideSecrets } = resolved.proved;
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
      const shown = detail === undefined ? {} : { detail: hideSecrets(detail) };
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
      // The dispatch may be past the point of no return, so its outcome is awaited and recorded.
      const offGone = request.onGone?.(() => DispatchCall.abort(call, "client_closed"));
      // A client that disconnected earlier causes no further call of the listener.
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
    // One turn later: an `async` dispatch that awaits nothing needs no timer.
    Promise.resolve()
      .then(() => {
        if (!isAnswered) disarm = watchLimits();
      })
      .catch(fail);
  });
}

/** If two limits end together, the batch limit counts, so that the answer has the finished elements. */
function chooseLimit(
  call: DispatchCall,
  { deadline }: Resolved,
  { clock, requestTimeoutMs, dispatchTimeoutMs }: IngressState,
): { readonly ms: number; readonly code: "dispatch_timeout" | "batch_timeout" } {
  const leftMs = Math.max(1, Math.min(requestTimeoutMs, deadline - clock()));
  if (DispatchCall.isPart(call) && leftMs <= dispatchTimeoutMs) {
    return { ms: leftMs, code: "batch_timeout" };
  }
  return { ms: Math.min(leftMs, dispatchTimeoutMs), code: "dispatch_timeout" };
}

/** A dispatch that fails because its sender disconnected is not a failure of the gateway. */
function refuseFailure(error: unknown, call: DispatchCall): GateRefusal {
  if (DispatchCall.abortCodeOf(call) !== "client_closed") return refuseRejection(error);
  return refuse({ ...CLIENT_CLOSED.refusal, detail: describeError(error) });
}

function describeCall(
  { mappingId, index }: DispatchCall,
  { proved: { route, receivedAt } }: Resolved,
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

const NOT_TAKEN = "The gateway could not accept the action; try again.";

/** No known sender repeats an event after a longer pause. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** The text of the error is for the operator. The sender gets only its code and its pause. */
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

/** Error codes of the system are in capitals, and those of libraries may reveal internals. */
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

/** This answer is a 503, so codes of the table that have another status are not used. */
function mayName(code: string): boolean {
  const status = statusFromCode(code);
  return status === undefined || status === 503;
}
