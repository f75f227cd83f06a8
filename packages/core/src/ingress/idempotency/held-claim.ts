// A claim that this request holds → completed, released, or kept until a late outcome is known.
import { describeError, isPromiseLike, type PromiseOrValue, type Timer } from "@hookwright/base";
import type { Activity, StopSwitch } from "../dispatch/activity.ts";
import type { Claim, IdempotencyStore, StoredAnswer } from "./store.ts";

/** What claims need of an ingress. */
export interface ClaimPorts {
  readonly store: IdempotencyStore;
  readonly claimSeconds: number;
  readonly health: StoreHealth;
  readonly timer: Timer;
  readonly activity: Activity;
  readonly stopSwitch: StopSwitch;
}

/** Fifteen minutes: a dispatch that has not settled by then hangs, and its sender may try again. */
const MAX_HOLD_SECONDS = 900;

/** Between attempts to tell the store what became of an event: as long as the claim lasts. */
const RETRY_MS = 500;

type Settle = () => PromiseOrValue<boolean>;

export class HeldClaim {
  readonly #claim: Claim;
  readonly #ports: ClaimPorts;

  constructor(claim: Claim, ports: ClaimPorts) {
    this.#claim = claim;
    this.#ports = ports;
  }

  /** A promise only where the store gives one. The event was accepted, so nothing refuses it any more. */
  complete(answer: StoredAnswer): PromiseOrValue<void> {
    const { store } = this.#ports;
    return this.#settle(() => store.complete(this.#claim, answer), true);
  }

  release(progress?: string): PromiseOrValue<void> {
    const { store } = this.#ports;
    return this.#settle(() => store.release(this.#claim, progress), false);
  }

  /** Extends the claim until `outcome` settles it; it never rejects. */
  holdUntil(outcome: Promise<() => PromiseOrValue<void>>): void {
    const { activity, timer, claimSeconds } = this.#ports;
    activity.begin();
    const everyMs = (claimSeconds * 1_000) / 3;
    let held = 0;
    let cancel = (): void => undefined;
    const extend = (): void => {
      held += everyMs;
      // The claim runs out by itself: the process may hang, and the event must not be lost.
      if (held > MAX_HOLD_SECONDS * 1_000) return;
      const { store } = this.#ports;
      // A claim that could not be extended now may be at the next time.
      void callStore(() => store.extend(this.#claim, claimSeconds), this.#ports);
      cancel = timer(extend, everyMs);
    };
    extend();
    void outcome
      .then((settle) => {
        cancel();
        return settle();
      })
      .then(activity.end);
  }

  #settle(call: Settle, isAnswer: boolean): PromiseOrValue<void> {
    const { health } = this.#ports;
    const told = callStore(call, this.#ports);
    const judge = (result: Awaited<typeof told>): void => {
      if (!result.ok) {
        health.failed(result.detail);
        this.#retry(call, isAnswer);
      } else {
        health.worked();
        if (!result.value && isAnswer) health.lost();
      }
    };
    return isPromiseLike(told) ? told.then(judge) : judge(told);
  }

  /** In the background, while the claim lasts: an answer that is not stored lets the event in again. */
  #retry(call: Settle, isAnswer: boolean): void {
    const { activity, timer, stopSwitch, claimSeconds, health } = this.#ports;
    activity.begin();
    let leftMs = claimSeconds * 1_000;
    const end = (): void => {
      offStop();
      activity.end();
    };
    const offStop = stopSwitch.onStop(() => {
      cancel();
      end();
    });
    const attempt = async (): Promise<void> => {
      const result = await callStore(call, this.#ports);
      leftMs -= RETRY_MS;
      if (!result.ok && leftMs > 0) {
        cancel = timer(attempt, RETRY_MS);
        return;
      }
      if (isAnswer && !(result.ok && result.value)) health.lost();
      end();
    };
    let cancel = timer(attempt, RETRY_MS);
  }
}

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

interface StoreHealth {
  readonly worked: () => void;
  readonly failed: (detail: string) => void;
  /** An answer came too late for its claim. */
  readonly lost: () => void;
}

/** What calls of the store come to → warnings, one for each outage and not one for each request. */
export function createStoreHealth(warn: (message: string) => void): StoreHealth {
  let isDown = false;
  return {
    worked: () => {
      isDown = false;
    },
    failed: (detail) => {
      if (!isDown) warn(`The store of idempotency keys fails: ${detail}`);
      isDown = true;
    },
    lost: () =>
      warn(
        "The answer to an event could not be stored under its key; a repeat would be taken again.",
      ),
  };
}
