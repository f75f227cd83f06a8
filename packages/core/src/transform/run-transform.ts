// A transform and its context → what it returned, in time, or how it failed.

import { isPromiseLike } from "../data/promise.ts";
import type { Timer } from "../model/ports.ts";
import type { PromiseOrValue } from "../model/resolution.ts";
import type { Transform, TransformContext } from "../model/transform.ts";
import { typeName } from "../schema/describe-schema-error.ts";

export type TransformRun =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly detail: string };

export interface TransformLimits {
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
    return { ok: false, detail: detailOf(error) };
  }
}

function withinLimit(
  result: PromiseLike<unknown>,
  { timer, timeoutMs }: TransformLimits,
): Promise<TransformRun> {
  return new Promise((resolve) => {
    const cancel = timer(() => {
      resolve({ ok: false, detail: `did not answer within ${timeoutMs} ms` });
    }, timeoutMs);
    const settle = (run: TransformRun) => {
      cancel();
      resolve(run);
    };
    Promise.resolve(result).then(
      (value) => settle({ ok: true, result: value }),
      (error: unknown) => settle({ ok: false, detail: detailOf(error) }),
    );
  });
}

/** For the operator's log: the error's own name and message, which the author of the transform chose. */
function detailOf(error: unknown): string {
  try {
    if (!(error instanceof Error)) return `threw ${typeName(error)}`;
    // Thrown by the runner of modules, not by a module: its message is a complete description.
    if (error.name === "TransformFailure") return error.message;
    return `threw ${error.name}: ${error.message}`;
  } catch {
    // A thrown object may have getters that throw, or a symbol as its message.
    return "threw an error that cannot be read";
  }
}
