// A call and its time limit → one outcome: the first one.
import type { CallResult } from "../calls/call-result.ts";
import type { CallText } from "./start-worker.ts";

export interface WaitingCall<Slot> {
  readonly call: CallText;
  /** The size of the context. */
  readonly bytes: number;
  /** The first outcome counts. */
  readonly settle: (outcome: CallResult) => void;
  readonly isSettled: () => boolean;
  /** The worker that serves the call; undefined while it waits. */
  slot?: Slot | undefined;
}

/** 24 days: Node fires a longer timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The time limit starts here, so that it includes the time of waiting for a worker. */
export function createWaitingCall<Slot>(
  call: CallText,
  resolve: (outcome: CallResult) => void,
  expire: (waiting: WaitingCall<Slot>) => void,
): WaitingCall<Slot> {
  let settled = false;
  const waiting: WaitingCall<Slot> = {
    call,
    bytes: Buffer.byteLength(call.context),
    settle: (outcome) => {
      settled = true;
      clearTimeout(timer);
      resolve(outcome);
    },
    isSettled: () => settled,
  };
  const timer = setTimeout(() => expire(waiting), Math.min(call.timeoutMs, MAX_TIMER_MS));
  return waiting;
}

export function failed(reason: string): CallResult {
  return { kind: "failed", reason };
}

export function overloaded(reason: string): CallResult {
  return { kind: "overloaded", reason };
}
