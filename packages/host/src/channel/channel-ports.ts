// What channels use of the world.
import type { Clock, Timer } from "@hookwright/core";

export { runtimeTimer as systemTimer } from "@hookwright/base";

export interface ChannelPorts {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly timer: Timer;
  /** The longest time for one call. */
  readonly timeoutMs: number;
}

/** DEL-9: a platform that says nothing for so long has most likely lost the request. */
export const CALL_TIMEOUT_MS = 30_000;

/** Runs `call` with a signal that fires with the caller's, or with the reason `timeout` at the limit. */
export async function withTimeLimit<Result>(
  { timer, timeoutMs }: Pick<ChannelPorts, "timer" | "timeoutMs">,
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
