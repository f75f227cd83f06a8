// The options of an ingress with every default set: what the gates are given.

import { callListener } from "../data/promise.ts";
import { runtimeRandomId, runtimeTimer } from "../data/runtime.ts";
import type { Hooks } from "../model/hooks.ts";
import type { Clock, RandomId, Timer } from "../model/ports.ts";
import { createQueryTokenWarning } from "./deprecated-query.ts";
import { createLateReport, type ReportLate } from "./dispatch/late-dispatch.ts";
import { createStopSwitch, type StopSwitch } from "./dispatch/stop-switch.ts";
import type { Dispatch, IngressOptions } from "./options.ts";
import type { TokenCarriers } from "./read-token.ts";
import { createRecord } from "./record.ts";
import type { BodyLimits } from "./request.ts";
import type { RequestContext } from "./request-context.ts";
import { createThrottle, type Throttle } from "./throttle.ts";

export interface IngressState {
  readonly currentHooks: () => Hooks;
  readonly dispatch: Dispatch;
  readonly carriers: TokenCarriers;
  /** Lower-case names of the headers that nothing but the gates may read. */
  readonly secretHeaders: readonly string[];
  readonly throttle: Throttle;
  readonly bodyTimeoutMs: number;
  readonly dispatchTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly reportLate: ReportLate;
  readonly stopSwitch: StopSwitch;
  readonly timer: Timer;
  readonly clock: Clock;
  readonly randomId: RandomId;
  readonly warnQueryToken: (name: string) => void;
  readonly warnDisabled: () => void;
  /** Whether anybody is told of requests. */
  readonly isObserved: boolean;
  readonly observe: (context: RequestContext, status: number) => void;
}

/** The same for requests while the hooks do not change. */
export interface ServingState extends IngressState {
  readonly hooks: Hooks;
  readonly limits: BodyLimits;
}

/** Secrets by their nature, whoever they are for. */
const SECRET_HEADERS = ["authorization", "proxy-authorization", "cookie"];

/** The header that comparable gateways document. */
const TOKEN_HEADER = "x-gateway-token";

/** The default body at 17 kB/s; senders are servers, and GitHub for one gives up after 10 s. */
const BODY_TIMEOUT_MS = 15_000;

/** No sender waits longer; a gateway that has not taken an action by then hangs. */
const DISPATCH_TIMEOUT_MS = 30_000;
const REQUEST_TIMEOUT_MS = 30_000;

/** The longest time that timers of the runtimes know; a longer one would end at once. */
const MAX_TIMER_MS = 2_147_483_647;

export function createState(options: IngressOptions): IngressState {
  const { hooks, dispatch, observer, tokenHeaders = [], clock = Date.now } = options;
  const warn = quietly(options.warn);
  const carrierHeaders = [TOKEN_HEADER, ...tokenHeaders.map((name) => name.toLowerCase())];
  return {
    currentHooks: typeof hooks === "function" ? hooks : () => hooks,
    dispatch,
    carriers: {
      headers: carrierHeaders,
      query: options.queryToken ?? true,
    },
    secretHeaders: [...SECRET_HEADERS, ...carrierHeaders],
    throttle: options.throttle ?? createThrottle(clock),
    bodyTimeoutMs: options.bodyTimeoutMs ?? BODY_TIMEOUT_MS,
    dispatchTimeoutMs: Math.min(options.dispatchTimeoutMs ?? DISPATCH_TIMEOUT_MS, MAX_TIMER_MS),
    requestTimeoutMs: Math.min(options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS, MAX_TIMER_MS),
    reportLate: createLateReport(options.onLateDispatch, warn),
    stopSwitch: createStopSwitch(),
    timer: options.timer ?? runtimeTimer,
    clock,
    randomId: options.randomId ?? runtimeRandomId,
    warnQueryToken: createQueryTokenWarning(warn),
    warnDisabled: createDisabledWarning(warn),
    isObserved: observer !== undefined,
    observe: (context, status) => {
      if (observer === undefined) return;
      callListener(
        () => observer(createRecord(context, status, clock())),
        () => warn("The observer failed; the record of a request is lost."),
      );
    },
  };
}

/** Once for an ingress, however often its hooks change. */
function createDisabledWarning(warn: (message: string) => void): () => void {
  let isTold = false;
  return () => {
    if (!isTold) warn("The hooks are not enabled, so that every request is left alone.");
    isTold = true;
  };
}

/** A log that fails must not fail the request that it tells of. */
function quietly(warn: IngressOptions["warn"]): (message: string) => void {
  return (message) => {
    try {
      warn?.(message);
    } catch {
      // There is nobody left to tell.
    }
  };
}
