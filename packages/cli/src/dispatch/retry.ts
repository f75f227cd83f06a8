// A task that may fail → its result, or its last failure when time or tries are used up.
import { setTimeout } from "node:timers/promises";

export interface RetryLimits {
  /** Includes the first try. */
  readonly maxTries: number;
  /** Limit of all tries and pauses together, in milliseconds. */
  readonly budgetMs: number;
  /** Limit of one try, in milliseconds. */
  readonly tryMs: number;
  /** The first pause, in milliseconds. Each further pause is twice as long. */
  readonly firstPauseMs: number;
}

/** A sender such as GitHub waits 10 s. A gateway that restarts is usually back within these pauses. */
export const DEFAULT_LIMITS: RetryLimits = {
  maxTries: 4,
  budgetMs: 8_000,
  tryMs: 4_000,
  firstPauseMs: 300,
};

export type TryResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Whether the same request may succeed later. */
      readonly isTemporary: boolean;
      /** The pause that the other side asks for. */
      readonly waitMs?: number;
    };

type RetryResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string; readonly tries: number };

/**
 * `run` must end by itself after the milliseconds that it gets, and when the signal aborts. The signal also
 * ends a pause.
 */
export async function retry<Value>(
  run: (tryMs: number) => Promise<TryResult<Value>>,
  { signal, ...limits }: RetryLimits & { readonly signal: AbortSignal },
): Promise<RetryResult<Value>> {
  const end = performance.now() + limits.budgetMs;
  for (let tries = 1; ; tries++) {
    // Timers take whole numbers. A pause may have taken longer than asked, so the rest may be negative.
    const leftMs = Math.max(1, Math.ceil(end - performance.now()));
    const result = await run(Math.min(limits.tryMs, leftMs));
    if (result.ok) return result;
    const pauseMs = Math.max(result.waitMs ?? 0, randomPause(limits.firstPauseMs, tries));
    const isOver = tries === limits.maxTries || performance.now() + pauseMs >= end;
    if (isOver || !result.isTemporary) return { ok: false, reason: result.reason, tries };
    await pause(pauseMs, signal);
    if (signal.aborted) return { ok: false, reason: result.reason, tries };
  }
}

async function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(pauseMs, undefined, { signal });
  } catch {
    // The signal aborted; the caller checks it.
  }
}

/** Half of the pause is random, so that many servers do not retry at the same moment. */
function randomPause(firstPauseMs: number, tries: number): number {
  return firstPauseMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
}
