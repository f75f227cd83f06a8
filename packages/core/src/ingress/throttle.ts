// Counts failed attempts per client, so that guessing tokens is slow and does not fill the log.
import type { Clock } from "../model/ports.ts";

/** Where failures are counted. A store shared by several instances can stand behind it. */
export interface Throttle {
  /** Counts one failure; gives the seconds to wait once there were too many, else 0. */
  readonly fail: (client: string) => number;
  /** Forgets a client that showed a right token. */
  readonly succeed: (client: string) => void;
}

/** How many failures are forgiven, for how long, and of how many clients. */
export interface ThrottleLimits {
  readonly maxFailures: number;
  readonly windowMs: number;
  /** Clients remembered at once; the oldest are forgotten first. */
  readonly maxClients: number;
}

/** A person mistypes a few times; a scanner passes twenty in a second. 10,000 clients are about 1 MB. */
const DEFAULT_LIMITS: ThrottleLimits = {
  maxFailures: 20,
  windowMs: 60_000,
  maxClients: 10_000,
};

interface Window {
  readonly since: number;
  failures: number;
}

/**
 * Counts failures in memory, by client.
 *
 * @example
 * ```ts
 * const throttle = createThrottle(Date.now, { maxFailures: 5, windowMs: 60_000, maxClients: 1_000 });
 * ```
 */
export function createThrottle(clock: Clock, limits: ThrottleLimits = DEFAULT_LIMITS): Throttle {
  const windows = new Map<string, Window>();

  const windowOf = (client: string, now: number): Window => {
    const known = windows.get(client);
    if (known !== undefined && now - known.since < limits.windowMs) return known;
    windows.delete(client);
    if (windows.size >= limits.maxClients) windows.delete(windows.keys().next().value as string);
    const fresh = { since: now, failures: 0 };
    windows.set(client, fresh);
    return fresh;
  };

  return {
    fail(client) {
      const now = clock();
      const window = windowOf(client, now);
      window.failures += 1;
      if (window.failures <= limits.maxFailures) return 0;
      return Math.ceil((window.since + limits.windowMs - now) / 1000);
    },
    succeed: (client) => {
      windows.delete(client);
    },
  };
}
