// Counters of failed attempts and of events → each is accepted, or must wait so many seconds.

import type { Clock, PromiseOrValue } from "@hookwright/base";
import { DEFAULT_THROTTLE, type RateLimit } from "../../model/index.ts";

/** Counts failed attempts. It may use a store that several instances share. */
export interface Throttle {
  /**
   * Counts one failure and returns the seconds to wait after too many, else 0. `client` is an IPv4 address,
   * or the /64 network of an IPv6 address. If it throws, rejects or takes more than a second, the answer is a
   * plain 401.
   */
  readonly fail: (client: string) => PromiseOrValue<number>;
}

/** The throttle in memory, which answers synchronously. */
export interface MemoryThrottle extends Throttle {
  readonly fail: (client: string) => number;
}

/** How many failures are allowed, and in how long. */
export interface ThrottleLimits {
  readonly maxFailures: number;
  /** Windows begin at multiples of this time. */
  readonly windowMs: number;
  /** The size of the table. Default: 65,536, which take 256 KiB. */
  readonly counters?: number;
}

const DEFAULT_LIMITS: ThrottleLimits = DEFAULT_THROTTLE.throttle;

/** With 1,000 noisy clients, one other client in 65 shares a counter. */
const DEFAULT_COUNTERS = 65_536;

/**
 * Counts failures in a table of fixed size, by the hash of the client. Clients that share a counter are
 * counted together, so a client may be counted too much, never too little. That is harmless, because a right
 * token always passes.
 *
 * @example
 * ```ts
 * const throttle = createThrottle(Date.now, { maxFailures: 5, windowMs: 60_000 });
 * ```
 */
export function createThrottle(
  clock: Clock,
  limits: ThrottleLimits = DEFAULT_LIMITS,
): MemoryThrottle {
  const { maxFailures, windowMs, counters = DEFAULT_COUNTERS } = limits;
  const failures = new Uint32Array(counters);
  let current = Number.NaN;

  return {
    fail(client) {
      const now = clock();
      const window = Math.floor(now / windowMs);
      // All counters share one window: a window that began with the failures of another client would end too
      // early for this one.
      if (window !== current) failures.fill(0);
      current = window;
      const counter = hash(client) % counters;
      const count = (failures[counter] as number) + 1;
      failures[counter] = count;
      if (count <= maxFailures) return 0;
      return Math.ceil(((window + 1) * windowMs - now) / 1000);
    },
  };
}

/** The throttle for the current hooks. New limits start a new count. */
export function createThrottles(clock: Clock): (limits: ThrottleLimits) => Throttle {
  let current: { readonly limits: ThrottleLimits; readonly throttle: Throttle } | undefined;
  return (limits) => {
    const same =
      current?.limits.maxFailures === limits.maxFailures &&
      current.limits.windowMs === limits.windowMs;
    if (current === undefined || !same) {
      current = { limits, throttle: createThrottle(clock, limits) };
    }
    return current.throttle;
  };
}

/** FNV-1a, of 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}

/** Counts events against rate limits. It may use a store that several instances share. */
export interface RateLimiter {
  /**
   * Counts one event and returns 0, or counts none and returns the seconds to wait. `key` names the mapping
   * and the proof; it contains no secret and nothing that a sender wrote. If it throws, rejects or takes more
   * than a second, the event is dispatched.
   */
  readonly take: (key: string, limit: RateLimit) => PromiseOrValue<number>;
}

/** The rate limiter in memory, which answers synchronously. */
export interface MemoryRateLimiter extends RateLimiter {
  readonly take: (key: string, limit: RateLimit) => number;
}

/** More than any config has mappings; takes 1 MB. */
const MAX_KEYS = 10_000;

/**
 * The generic cell rate algorithm: it keeps one time per key, at which the next event would be due at an even
 * rate. An event may come earlier by as much as the burst allows.
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
      // If the clock is set back, nobody waits longer than for a full burst.
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

/** Sums of fractions have rounding errors. */
const ROUNDING_MS = 1e-3;

function forgetOldest(due: Map<string, number>): void {
  for (const [key] of due) {
    due.delete(key);
    return;
  }
}
