// Calls that wait for a worker → the next one, within limits of their number and bytes.
import type { WaitingCall } from "./waiting-call.ts";

interface CallQueue<Slot> {
  readonly length: () => number;
  /** Returns why there is no room for the call, or undefined when it is added. */
  readonly add: (call: WaitingCall<Slot>) => string | undefined;
  /** Puts a call back to the front. It was in the queue before, so it always has room. */
  readonly putBack: (call: WaitingCall<Slot>) => void;
  readonly takeFirst: () => WaitingCall<Slot> | undefined;
  readonly remove: (call: WaitingCall<Slot>) => void;
}

/** At 1,000 events/s, the 10,000th would miss the default limit of 10 s. */
export const MAX_WAITING_CALLS = 10_000;

/** 128 bodies of the default limit of 256 KiB. A parsed body takes some times as much memory. */
export const MAX_WAITING_BYTES: number = 32 * 1024 * 1024;

export function createCallQueue<Slot>(): CallQueue<Slot> {
  const calls: WaitingCall<Slot>[] = [];
  let bytes = 0;
  const takeAt = (index: number): WaitingCall<Slot> | undefined => {
    const [call] = calls.splice(index, 1);
    bytes -= call?.bytes ?? 0;
    return call;
  };
  return {
    length: () => calls.length,
    add: (call) => {
      if (calls.length >= MAX_WAITING_CALLS) return `has ${MAX_WAITING_CALLS} events waiting`;
      // A single call has room, because hooks.maxBodyBytes may be larger than this limit.
      if (calls.length > 0 && bytes + call.bytes > MAX_WAITING_BYTES) {
        return `has ${bytes} bytes of events waiting`;
      }
      bytes += call.bytes;
      calls.push(call);
      return undefined;
    },
    putBack: (call) => {
      bytes += call.bytes;
      calls.unshift(call);
    },
    takeFirst: () => takeAt(0),
    remove: (call) => {
      const index = calls.indexOf(call);
      if (index !== -1) takeAt(index);
    },
  };
}
