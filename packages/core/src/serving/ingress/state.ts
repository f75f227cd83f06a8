// What the gates share: ports, limits and counters of an ingress and of its current hooks.

import type { Clock, RandomId, Timer } from "@hookwright/base";
import type { Decompressor } from "../../model/index.ts";
import type { RuntimeHooks } from "../resolve/index.ts";
import type { Dispatch, ReportLate } from "./dispatch-call.ts";
import type { Observe } from "./observe.ts";
import type { BodyBudget, BodyMemory, WalkOptions } from "./read-body.ts";
import type { Tracing } from "./record.ts";
import type { Completion } from "./runs-port.ts";
import type { IdempotencyStore } from "./store.ts";
import type { RateLimiter, Throttle, ThrottleLimits } from "./throttle.ts";

export interface TokenCarriers {
  /** Lower-case names of the headers, without `authorization`. */
  readonly headers: readonly string[];
  readonly query: boolean;
}

/** What claims need from an ingress. */
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
  /** An answer was too late for its claim. */
  readonly lost: () => void;
}

export interface IngressState {
  readonly currentHooks: () => RuntimeHooks;
  readonly dispatch: Dispatch;
  /** Undefined if nothing knows what becomes of runs. */
  readonly completion: Completion | undefined;
  /** For callers that wait for their run. */
  readonly waitSwitch: WaitSwitch;
  readonly warnCompletion: () => void;
  /** Lower-case names of the headers that dispatch may read. */
  readonly dispatchHeaders: readonly string[];
  /** The prefix of the hooks' path: a leading slash and no trailing one, or empty. */
  readonly basePath: string;
  readonly carriers: TokenCarriers;
  /** Lower-case names of the headers that only the gates may read. */
  readonly secretHeaders: readonly string[];
  readonly rateLimiter: RateLimiter;
  /** The throttle for the limits of the current hooks. */
  readonly throttleOf: (limits: ThrottleLimits) => Throttle;
  readonly bodyBudget: BodyBudget;
  readonly bodyTimeoutMs: number;
  /** For a body whose sender is not authenticated yet. */
  readonly unknownSenderTimeoutMs: number;
  readonly dispatchTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly reportLate: ReportLate;
  readonly stopSwitch: StopSwitch;
  readonly activity: Activity;
  /** Undefined if deduplication is off. */
  readonly claims: ClaimPorts | undefined;
  readonly timer: Timer;
  /** From the options, else from the hooks. */
  readonly clock: Clock;
  readonly randomId: RandomId;
  /** A new id for a request without a valid `X-Request-Id`. */
  readonly nextRequestId: (randomId: RandomId) => string;
  /** From the hooks, else from the runtime. */
  readonly decompressor: Decompressor;
  readonly bodyMemory: BodyMemory;
  readonly warnQueryToken: (name: string) => void;
  /** Checks the numbers of bodies that arrive parsed. */
  readonly parsedBodies: WalkOptions;
  readonly warnLostBody: () => void;
  readonly warnParsedBody: () => void;
  /** Called when hooks are served for the first time. */
  readonly warnConfig: (hooks: Pick<RuntimeHooks, "warnings">) => void;
  /** Called with the error of loading the hooks, or with undefined if they loaded. */
  readonly warnNoHooks: (failure: string | undefined) => void;
  readonly warnThrottle: () => void;
  readonly warnRateLimiter: () => void;
  /** Undefined without tracing. */
  readonly tracing: Tracing | undefined;
  /** Whether an observer or tracing is set. */
  readonly isObserved: boolean;
  readonly observe: Observe;
}

/** The state for requests that are served by the same hooks. */
export interface ServingState extends IngressState {
  readonly hooks: RuntimeHooks;
  readonly throttle: Throttle;
  /** The largest body of a route with an `auth`, in bytes. */
  readonly largestSignedBody: number;
}

/** A counter, because a promise for each request would cost 10 % of a small one. */
interface Activity {
  readonly begin: () => void;
  readonly end: () => void;
  /** The same for a request, which is also counted separately. */
  readonly beginRequest: () => void;
  readonly endRequest: () => void;
  /** How many requests are in flight. */
  readonly requests: () => number;
  /** Resolves when everything that began has ended. */
  readonly idle: () => Promise<void>;
}

export function createActivity(timer: Timer): Activity {
  let running = 0;
  let waiting: (() => void)[] = [];
  // One turn of the event loop later, because the adapter sends the answer after the request has ended here.
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
  /** Calls `listener` at the next stop, unless the returned function is called first. */
  readonly onStop: (listener: () => void) => () => void;
  readonly stop: () => void;
}

/** Ends every wait for the outside world at once when the integrator stops. */
export function createStopSwitch(): StopSwitch {
  const listeners = new Set<() => void>();
  return {
    onStop: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => {
      // A copy, because a listener removes itself, and what it releases may start to wait again.
      for (const listener of [...listeners]) listener();
    },
  };
}

/** Ends the waits of all callers. */
interface WaitSwitch {
  /** Calls `listener` when no caller may wait any longer, at once if that is so; unless the returned function is called first. */
  readonly onEnd: (listener: () => void) => () => void;
  /** For good: later callers do not wait either. */
  readonly end: () => void;
}

export function createWaitSwitch(): WaitSwitch {
  const listeners = new Set<() => void>();
  let isOver = false;
  return {
    onEnd: (listener) => {
      if (isOver) listener();
      else listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end: () => {
      isOver = true;
      for (const listener of [...listeners]) listener();
    },
  };
}
