// One call of the runner → its result, within the time limit.
import type { Clock, Timer } from "@hookwright/core";
import type { Runner, TurnFailure, TurnRequest, TurnResult } from "../../model/turn.ts";

/** Why the host ends a turn. It is the `reason` of the runner's signal. */
type StopReason = "timeout" | "cancelled" | "stopping";

export interface RunningTurn {
  readonly request: TurnRequest;
  /** Only the first call has an effect. */
  stop(reason: StopReason): void;
  /** Never rejects. */
  readonly ended: Promise<TurnResult>;
}

interface TurnOptions {
  readonly runner: Runner;
  readonly clock: Clock;
  readonly timer: Timer;
}

/** The time that a runner has to clean up after its signal; a later result is ignored. */
const GRACE_MS = 10_000;

/** The result of a turn that was claimed while the host began to stop. */
export const NOT_BEGUN: TurnFailure = {
  ok: false,
  code: "stopping",
  message: "The host was stopped before the turn began.",
  retryable: true,
};

export function takeTurn(request: TurnRequest, { runner, clock, timer }: TurnOptions): RunningTurn {
  const controller = new AbortController();
  const limitMs = Math.max(1, request.deadline - clock());
  let stopped: StopReason | undefined;
  let isEnded = false;
  let disarm = (): void => undefined;
  let finish: (result: TurnResult) => void = () => undefined;
  const ended = new Promise<TurnResult>((resolve) => {
    finish = (result) => {
      isEnded = true;
      disarm();
      resolve(stopped === undefined ? result : stoppedResult(stopped, result, limitMs));
    };
  });

  const stop = (reason: StopReason): void => {
    if (stopped !== undefined || isEnded) return;
    stopped = reason;
    disarm();
    disarm = timer(() => finish(unanswered(reason, limitMs)), GRACE_MS);
    controller.abort(reason);
  };
  disarm = timer(() => stop("timeout"), limitMs);
  callRunner(request, runner, controller.signal).then(finish);
  return { request, stop, ended };
}

/** A runner that throws has a defect, and may have used tools before. */
async function callRunner(
  request: TurnRequest,
  runner: Runner,
  signal: AbortSignal,
): Promise<TurnResult> {
  try {
    return await runner.run(request, signal);
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    return {
      ok: false,
      code: "runner_failed",
      message: `The runner "${runner.id}" threw a ${name}. See its own log.`,
      retryable: false,
    };
  }
}

/**
 * A complete answer that came before the runner saw the signal of a stop is kept: otherwise the next process would
 * repeat the work. After the time limit, or a cancel, it is too late.
 */
function stoppedResult(reason: StopReason, result: TurnResult, limitMs: number): TurnResult {
  if (result.ok && reason === "stopping") return result;
  const partial = result.ok ? result.text : result.partial;
  return { ...unanswered(reason, limitMs), ...(partial !== undefined && { partial }) };
}

function unanswered(reason: StopReason, limitMs: number): TurnFailure {
  const seconds = Math.round(limitMs / 1_000);
  const message = {
    timeout: `The turn had no answer within ${seconds} s. Raise timeoutSeconds if it needs longer.`,
    cancelled: "An operator cancelled the run.",
    stopping: "The host was stopped during the turn.",
  }[reason];
  return { ok: false, code: reason, message, retryable: false };
}
