// A call and its time limit → its result; its signal says when the caller or the limit ends it.
import type { Timer } from "@hookwright/core";

interface TimeLimit {
  readonly timer: Timer;
  readonly timeoutMs: number;
}

/** Runs `call` with a signal that fires with the caller's, or with the reason `timeout` at the limit. */
export async function withTimeLimit<Result>(
  { timer, timeoutMs }: TimeLimit,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  const cancel = timer(() => controller.abort("timeout"), timeoutMs);
  try {
    return await call(controller.signal);
  } finally {
    cancel();
    signal.removeEventListener("abort", abort);
  }
}
