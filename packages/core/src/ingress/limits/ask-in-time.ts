// A question to a store that may be on another machine → its answer, or undefined where it fails or takes too long.

import type { PromiseOrValue, Timer } from "@hookwright/base";
import { mapPromise } from "@hookwright/base";
import { callStore } from "../idempotency/call-store.ts";

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
