// A call of a store, which may be on another machine → its answer within a time, or that there is none.
import {
  describeError,
  isPromiseLike,
  mapPromise,
  type PromiseOrValue,
  type Timer,
} from "@hookwright/base";

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

interface AskOptions {
  readonly timer: Timer;
  readonly onFailure: () => void;
}

/** A store in the same data centre answers within a millisecond. */
export const MAX_ANSWER_MS = 1_000;

/** Never throws or rejects. A promise only where the store gives one. */
export function askInTime<Answer>(
  ask: () => PromiseOrValue<Answer>,
  { timer, onFailure }: AskOptions,
): PromiseOrValue<Answer | undefined> {
  return mapPromise(callStore(ask, { timer, timeoutMs: MAX_ANSWER_MS }), (called) => {
    if (called.ok) return called.value;
    onFailure();
    return undefined;
  });
}
