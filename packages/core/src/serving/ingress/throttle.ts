// Counts failed attempts per client, so that wrong tokens cost little and do not fill the log.

import type { Clock, PromiseOrValue } from "@hookwright/base";
import { DEFAULT_THROTTLE } from "../../base/index.ts";

/** Where failures are counted. A store shared by several instances can stand behind it. */
export interface Throttle {
  /**
   * Counts one failure; gives the seconds to wait once there were too many, else 0. `client` is an IPv4
   * address, or the /64 network of an IPv6 address. Where it throws, rejects or takes more than a second,
   * the request is a 401 like any other.
   */
  readonly fail: (client: string) => PromiseOrValue<number>;
}

/** The throttle in memory, which answers at once. */
export interface MemoryThrottle extends Throttle {
  readonly fail: (client: string) => number;
}

/** How many failures are forgiven, and for how long. */
export interface ThrottleLimits {
  readonly maxFailures: number;
  /** Windows begin at multiples of this time. */
  readonly windowMs: number;
  /** Default: 65,536, which take 256 KiB. */
  readonly counters?: number;
}

const DEFAULT_LIMITS: ThrottleLimits = DEFAULT_THROTTLE.throttle;

/** With 1,000 noisy clients, one other client in 65 shares a counter. */
const DEFAULT_COUNTERS = 65_536;

/**
 * Counts failures in a table of fixed size, by the hash of the client. Clients that share a counter are
 * counted together: too much, never too little. That is harmless, because a right token always passes.
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
      // All counters share one window: one that began with the failures of another client would end
      // too early for this one.
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

/** The throttle of the hooks in use: one with other limits begins to count anew. */
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
