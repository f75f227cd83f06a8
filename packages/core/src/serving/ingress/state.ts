// What the gates share: ports, limits and counters of an ingress, and of the hooks in use.

import type { Clock, RandomId, Timer } from "@hookwright/base";
import type { Decompressor } from "../../model/index.ts";
import type { RuntimeHooks } from "../resolve/index.ts";
import type { Dispatch, ReportLate } from "./dispatch-call.ts";
import type { Observe } from "./observe.ts";
import type { BodyBudget, BodyMemory, WalkOptions } from "./read-body.ts";
import type { Tracing } from "./record.ts";
import type { IdempotencyStore } from "./store.ts";
import type { RateLimiter, Throttle, ThrottleLimits } from "./throttle.ts";

export interface TokenCarriers {
  /** Lower-case names of the headers beside `authorization`. */
  readonly headers: readonly string[];
  readonly query: boolean;
}

/** What claims need of an ingress. */
export interface ClaimPorts {
  readonly store: IdempotencyStore;
  readonly claimSeconds: number;
  readonly health: StoreHealth;
  readonly timer: Timer;
  readonly activity: Activity;
  readonly stopSwitch: StopSwitch;
}

export interface StoreHealth {
  readonly worked: () => void;
  readonly failed: (detail: string) => void;
  /** An answer came too late for its claim. */
  readonly lost: () => void;
}

export interface IngressState {
  readonly currentHooks: () => RuntimeHooks;
  readonly dispatch: Dispatch;
  /** Lower-case names of the headers that dispatch may read. */
  readonly dispatchHeaders: readonly string[];
  /** Before the path of the hooks: a leading slash and no trailing one, or nothing. */
  readonly basePath: string;
  readonly carriers: TokenCarriers;
  /** Lower-case names of the headers that nothing but the gates may read. */
  readonly secretHeaders: readonly string[];
  readonly rateLimiter: RateLimiter;
  /** For the limits that the hooks in use ask for. */
  readonly throttleOf: (limits: ThrottleLimits) => Throttle;
  readonly bodyBudget: BodyBudget;
  readonly bodyTimeoutMs: number;
  /** For a body whose sender is not known yet. */
  readonly unknownSenderTimeoutMs: number;
  readonly dispatchTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly reportLate: ReportLate;
  readonly stopSwitch: StopSwitch;
  readonly activity: Activity;
  /** Undefined where repeats are not looked for. */
  readonly claims: ClaimPorts | undefined;
  readonly timer: Timer;
  /** Of the options, else of the hooks. */
  readonly clock: Clock;
  readonly randomId: RandomId;
  /** Of the hooks, else of the runtime. */
  readonly decompressor: Decompressor;
  readonly bodyMemory: BodyMemory;
  readonly warnQueryToken: (name: string) => void;
  /** Looks at the numbers of bodies that arrive parsed. */
  readonly parsedBodies: WalkOptions;
  readonly warnLostBody: () => void;
  readonly warnParsedBody: () => void;
  /** Takes the hooks when they are served for the first time. */
  readonly warnConfig: (hooks: Pick<RuntimeHooks, "warnings">) => void;
  /** Takes what keeps the hooks from being had, or undefined where nothing does. */
  readonly warnNoHooks: (failure: string | undefined) => void;
  readonly warnThrottle: () => void;
  readonly warnRateLimiter: () => void;
  /** Undefined where nobody traces. */
  readonly tracing: Tracing | undefined;
  /** Whether anybody is told of requests. */
  readonly isObserved: boolean;
  readonly observe: Observe;
}

/** The same for requests while the hooks do not change. */
export interface ServingState extends IngressState {
  readonly hooks: RuntimeHooks;
  readonly throttle: Throttle;
  /** The largest body of a route with an `auth`, in bytes. */
  readonly largestSignedBody: number;
}

/** Counts, because a promise for each request would cost a tenth of a small one. */
interface Activity {
  readonly begin: () => void;
  readonly end: () => void;
  /** The same for a request, which is counted for itself, too. */
  readonly beginRequest: () => void;
  readonly endRequest: () => void;
  /** How many requests have begun and not ended. */
  readonly requests: () => number;
  /** Resolves when as much has ended as has begun. */
  readonly idle: () => Promise<void>;
}

export function createActivity(timer: Timer): Activity {
  let running = 0;
  let waiting: (() => void)[] = [];
  // One turn of the event loop later: the adapter sends an answer after the request has ended here.
  const settle = (): void => void timer(wakeIfIdle, 0);
  const wakeIfIdle = (): void => {
    if (running > 0) return;
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  let requests = 0;
  const end = (): void => {
    running -= 1;
    if (running === 0 && waiting.length > 0) settle();
  };
  return {
    begin: () => {
      running += 1;
    },
    end,
    beginRequest: () => {
      requests += 1;
      running += 1;
    },
    endRequest: () => {
      requests -= 1;
      end();
    },
    requests: () => requests,
    idle: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (running === 0) settle();
      }),
  };
}

interface StopSwitch {
  /** Calls `listener` at the next stop, unless the returned function is called before. */
  readonly onStop: (listener: () => void) => () => void;
  readonly stop: () => void;
}

/** Everything that waits for an answer of the world → told at once when the integrator stops. */
export function createStopSwitch(): StopSwitch {
  const listeners = new Set<() => void>();
  return {
    onStop: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => {
      // A copy: a listener takes itself out, and what it sets free may begin to wait anew.
      for (const listener of [...listeners]) listener();
    },
  };
}
