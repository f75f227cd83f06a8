// A transform and its context → what it returned, in time, or how it failed.

import type { PromiseOrValue, Timer } from "@hookwright/base";
import { isPromiseLike } from "@hookwright/base";
import type { Transform, TransformContext } from "../../base/index.ts";
import { typeName } from "../../base/index.ts";

export type TransformRun =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false;
      readonly code: "transform_failed" | "transform_overloaded";
      readonly detail: string;
    };

type FailedRun = Extract<TransformRun, { ok: false }>;

interface TransformLimits {
  readonly timer: Timer;
  readonly timeoutMs: number;
}

/** Never throws and never rejects. The limit cannot stop code that blocks the thread. */
export function runTransform(
  transform: Transform,
  context: TransformContext,
  limits: TransformLimits,
): PromiseOrValue<TransformRun> {
  try {
    const result: unknown = transform(context, { timeoutMs: limits.timeoutMs });
    return isPromiseLike(result) ? withinLimit(result, limits) : { ok: true, result };
  } catch (error) {
    return runFromError(error);
  }
}

function withinLimit(
  result: PromiseLike<unknown>,
  { timer, timeoutMs }: TransformLimits,
): Promise<TransformRun> {
  return new Promise((resolve) => {
    const cancel = timer(() => {
      resolve(failed(`did not answer within ${timeoutMs} ms`));
    }, timeoutMs);
    const settle = (run: TransformRun) => {
      cancel();
      resolve(run);
    };
    Promise.resolve(result).then(
      (value) => settle({ ok: true, result: value }),
      (error: unknown) => settle(runFromError(error)),
    );
  });
}

/** For the operator's log: the error's own name and message, which the author of the transform chose. */
function runFromError(error: unknown): FailedRun {
  try {
    if (!(error instanceof Error)) return failed(`threw ${typeName(error)}`);
    const { name, message } = error;
    // The runner of modules throws these two, and no module: their messages are complete descriptions.
    if (name === "TransformFailure") return failed(message);
    if (name === "TransformOverload") {
      return { ok: false, code: "transform_overloaded", detail: message };
    }
    return failed(`threw ${name}: ${message}`);
  } catch {
    // A thrown object may have getters that throw, or a symbol as its message.
    return failed("threw an error that cannot be read");
  }
}

function failed(detail: string): FailedRun {
  return { ok: false, code: "transform_failed", detail };
}
