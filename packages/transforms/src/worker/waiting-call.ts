// A call and its time limit → one outcome, whatever comes first.
import type { ExportCall } from "../calls/call-export.ts";
import type { CallResult } from "../calls/call-result.ts";

export interface WaitingCall<Slot> {
  readonly call: ExportCall;
  /** The first outcome counts. */
  readonly settle: (outcome: CallResult) => void;
  readonly isSettled: () => boolean;
  /** The worker that has it; none while it waits. */
  slot?: Slot | undefined;
}

/** 24 days: a longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The limit counts from here: a sender does not care for what its event waits. */
export function createWaitingCall<Slot>(
  call: ExportCall,
  resolve: (outcome: CallResult) => void,
  expire: (waiting: WaitingCall<Slot>) => void,
): WaitingCall<Slot> {
  let settled = false;
  const waiting: WaitingCall<Slot> = {
    call,
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
