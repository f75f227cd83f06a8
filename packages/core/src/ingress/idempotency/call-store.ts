// A call of the store → its value, or why there is none: it threw, rejected or took too long.

import type { PromiseOrValue, Timer } from "@hookwright/base";
import { describeError, isPromiseLike } from "@hookwright/base";

export type StoreCall<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly detail: string };

/** Senders such as Slack wait 3 s for an answer. */
const STORE_TIMEOUT_MS = 2_000;

interface StoreCallOptions<T> {
  readonly timer: Timer;
  /** Default: `STORE_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
  /** Gets a value that came after the time was over. */
  readonly onLate?: (value: T) => void;
}

/** A promise only where the store gives one. */
export function callStore<T>(
  call: () => PromiseOrValue<T>,
  options: StoreCallOptions<T>,
): PromiseOrValue<StoreCall<T>> {
  try {
    const value = call();
    return isPromiseLike(value) ? settleCall(value, options) : { ok: true, value };
  } catch (error) {
    return { ok: false, detail: describeError(error) };
  }
}

function settleCall<T>(
  value: PromiseLike<T>,
  { timer, timeoutMs = STORE_TIMEOUT_MS, onLate }: StoreCallOptions<T>,
): Promise<StoreCall<T>> {
  return new Promise((resolve) => {
    let isOver = false;
    const end = (result: StoreCall<T>): void => {
      isOver = true;
      cancel();
      resolve(result);
    };
    const cancel = timer(
      () => end({ ok: false, detail: `The store did not answer within ${timeoutMs} ms.` }),
      timeoutMs,
    );
    value.then(
      (settled) => (isOver ? onLate?.(settled) : end({ ok: true, value: settled })),
      (error) => {
        if (!isOver) end({ ok: false, detail: describeError(error) });
      },
    );
  });
}
