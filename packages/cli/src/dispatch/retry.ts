// A task that may fail for a while → its result, or its last failure when time or tries are used up.
import { setTimeout } from "node:timers/promises";

export interface RetryLimits {
  /** The first try included. */
  readonly maxTries: number;
  /** All tries and pauses together, in milliseconds. */
  readonly budgetMs: number;
  /** One try. */
  readonly tryMs: number;
  /** The first pause; each further one is twice as long. */
  readonly firstPauseMs: number;
}

/** Senders such as GitHub give up after 10 s. What restarts quickly is back after the pauses. */
export const DEFAULT_LIMITS: RetryLimits = {
  maxTries: 4,
  budgetMs: 8_000,
  tryMs: 4_000,
  firstPauseMs: 300,
};

export type Try<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Whether the same request may succeed later. */
      readonly isTemporary: boolean;
      /** What the other side asks for. */
      readonly waitMs?: number;
    };

export type Retried<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string; readonly tries: number };

/**
 * `run` has to give up by itself after the milliseconds that it is given, and when the signal aborts;
 * a pause ends with the signal, too.
 */
export async function retry<Value>(
  run: (tryMs: number) => Promise<Try<Value>>,
  { signal, ...limits }: RetryLimits & { readonly signal: AbortSignal },
): Promise<Retried<Value>> {
  const end = performance.now() + limits.budgetMs;
  for (let tries = 1; ; tries++) {
    // A whole number, as timers want it; a pause may have taken longer than it should.
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
    // Aborted: there is nothing to wait for.
  }
}

/** Half fixed, half random: many servers that lost the same gateway must not come back as one. */
function randomPause(firstPauseMs: number, tries: number): number {
  return firstPauseMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
}
