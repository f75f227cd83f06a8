// A question to a store that may be on another machine → its answer, or undefined where it fails or takes too long.
import { isPromiseLike } from "../../data/runtime.ts";
import type { Timer } from "../../model/ports.ts";
import type { PromiseOrValue } from "../../model/resolution.ts";

export interface AskOptions {
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
  try {
    const answer = ask();
    return isPromiseLike(answer) ? waitInTime(answer, { timer, onFailure }) : answer;
  } catch {
    onFailure();
    return undefined;
  }
}

function waitInTime<Answer>(
  answer: PromiseLike<Answer>,
  { timer, onFailure }: AskOptions,
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const fail = (): void => {
      cancelTimer();
      onFailure();
      resolve(undefined);
    };
    const cancelTimer = timer(fail, MAX_ANSWER_MS);
    answer.then((known) => {
      cancelTimer();
      resolve(known);
    }, fail);
  });
}
