// Counts the events of mappings that have a `rateLimit`: each is taken, or told how long to wait.

import type { Clock, PromiseOrValue } from "@hookwright/base";
import type { RateLimit } from "../../base/index.ts";

/** Where rates are counted. A store shared by several instances can stand behind it. */
export interface RateLimiter {
  /**
   * Takes one event, and gives 0, or takes none and gives the seconds to wait. `key` names the mapping and
   * the way of proof; it holds no secret and nothing that a sender wrote. Where it throws, rejects or takes
   * more than a second, the event is dispatched.
   */
  readonly take: (key: string, limit: RateLimit) => PromiseOrValue<number>;
}

/** The rate limiter in memory, which answers at once. */
export interface MemoryRateLimiter extends RateLimiter {
  readonly take: (key: string, limit: RateLimit) => number;
}

/** More than any config has mappings; 1 MB. */
const MAX_KEYS = 10_000;

/**
 * The generic cell rate algorithm: one time for each key, at which its next event would be due if all came
 * evenly. An event may come before that by as much as the burst allows.
 *
 * @example
 * ```ts
 * const limiter = createRateLimiter(Date.now);
 * const waitSeconds = limiter.take("push token", { intervalMs: 100, burst: 10 });
 * ```
 */
export function createRateLimiter(clock: Clock, maxKeys: number = MAX_KEYS): MemoryRateLimiter {
  const due = new Map<string, number>();
  return {
    take(key, { intervalMs, burst }) {
      const now = clock();
      // Where the clock was set back, nobody waits longer than for a full burst.
      const latest = now + burst * intervalMs;
      const next = Math.min(Math.max(now, due.get(key) ?? now), latest);
      const waitMs = next - (burst - 1) * intervalMs - now;
      if (waitMs > ROUNDING_MS) {
        due.set(key, next);
        return Math.ceil(waitMs / 1_000);
      }
      if (!due.has(key) && due.size >= maxKeys) forgetOldest(due);
      due.set(key, next + intervalMs);
      return 0;
    },
  };
}

/** Fractions of an interval add up to a little more or less than their sum. */
const ROUNDING_MS = 1e-3;

function forgetOldest(due: Map<string, number>): void {
  for (const [key] of due) {
    due.delete(key);
    return;
  }
}
