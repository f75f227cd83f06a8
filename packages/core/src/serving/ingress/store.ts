// The port that remembers which events were taken, and how a port on another machine is asked: within a time.
import { describeError, isPromiseLike, type PromiseOrValue, type Timer } from "@hookwright/base";

/** One text by which an event is recognized when it comes again. */
export interface IdempotencyKey {
  readonly key: string;
  /** How long an answer is kept under it, in seconds. */
  readonly ttlSeconds: number;
  /**
   * Of the body that came with the key: an integer of at most 53 bits. Absent where any body under this key
   * is the same event.
   */
  readonly fingerprint?: number;
}

/** The keys of one event: a store takes all of them or none. */
export interface ClaimRequest {
  /** The route and the credential of the event: keys of two scopes never meet. */
  readonly scope: string;
  /** At least one. */
  readonly keys: readonly IdempotencyKey[];
  /** After this time without `extend`, the claim is void: its process has died. */
  readonly claimSeconds: number;
}

/** A claim that was given, as `complete`, `release` and `extend` want it back. */
export interface Claim {
  readonly scope: string;
  readonly keys: readonly IdempotencyKey[];
  /** Of this claim alone: one that was lost has another token than the claim after it. */
  readonly token: string;
}

/** The answer that a repeat gets. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the run that was started, where there was one. */
  readonly runId?: string;
}

/**
 * What becomes of a claim. One key that is known is enough for `done`, `busy` and `conflict`; where keys
 * differ, `conflict` goes before `done`, and `done` before `busy`.
 */
export type ClaimResult =
  | {
      readonly kind: "claimed";
      readonly token: string;
      /** What `release` left of an event that was done in part. */
      readonly progress?: string;
    }
  | { readonly kind: "done"; readonly answer: StoredAnswer }
  /** Another claim is in flight. */
  | { readonly kind: "busy" }
  /** The key came before with another fingerprint. */
  | { readonly kind: "conflict" };

/**
 * Where claims and answers are kept: in the memory of one process (`createMemoryStore`), or in a place
 * that several instances share. A call that throws, rejects or takes too long refuses the request.
 */
export interface IdempotencyStore {
  readonly claim: (request: ClaimRequest) => PromiseOrValue<ClaimResult>;
  /** Keeps the claim for so long from now. False, and nothing happens, where it was lost or has expired. */
  readonly extend: (claim: Claim, claimSeconds: number) => PromiseOrValue<boolean>;
  /** Keeps the answer under all keys, each for its time. False, and nothing happens, for a lost claim. */
  readonly complete: (claim: Claim, answer: StoredAnswer) => PromiseOrValue<boolean>;
  /**
   * Forgets the event, or keeps `progress` for the next claim. False, and nothing happens, for a lost
   * claim.
   */
  readonly release: (claim: Claim, progress?: string) => PromiseOrValue<boolean>;
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

/** Never throws or rejects. No timer runs where the port answers at once. */
export async function callStore<T>(
  call: () => PromiseOrValue<T>,
  options: StoreCallOptions<T>,
): Promise<StoreCall<T>> {
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

/** Undefined where there is no answer in time. */
export async function askInTime<Answer>(
  ask: () => PromiseOrValue<Answer>,
  { timer, onFailure }: AskOptions,
): Promise<Answer | undefined> {
  const called = await callStore(ask, { timer, timeoutMs: MAX_ANSWER_MS });
  if (called.ok) return called.value;
  onFailure();
  return undefined;
}
