// What a host gives to createIngress.

import type { Action } from "../model/action.ts";
import type { Hooks } from "../model/hooks.ts";
import type { Clock, RandomId, Timer } from "../model/ports.ts";
import type { PromiseOrValue } from "../model/resolution.ts";
import type { DispatchSignal } from "./dispatch/dispatch-signal.ts";
import type { LateDispatch } from "./dispatch/late-dispatch.ts";
import type { RequestRecord } from "./record.ts";
import type { Throttle } from "./throttle.ts";

/** What `dispatch` learns beside the action. */
export interface DispatchContext {
  /** A fresh id; the answer names it unless the receipt has another. */
  readonly runId: string;
  /** Absent for the built-in `wake` and `agent` routes. */
  readonly mappingId: string | undefined;
  /** Place in the list of a mapping with `forEach`; absent for an action that is no element. */
  readonly index: number | undefined;
  /**
   * Aborts while the dispatch has not settled: at its time limit, when the sender has gone, and at
   * `ingress.abort()`. Its reason is an `AbortError` whose `code` says which. Made when it is read.
   */
  readonly signal: DispatchSignal;
}

/** What a host may return from `dispatch`. */
export interface DispatchReceipt {
  readonly runId?: string;
}

/**
 * Hands the action to the gateway. Its promise is awaited before the sender gets an answer: when it
 * rejects, or does not settle within `dispatchTimeoutMs`, the sender is told 503 and to try again.
 */
export type Dispatch = (
  action: Action,
  context: DispatchContext,
  // biome-ignore lint/suspicious/noConfusingVoidType: a dispatch without a receipt is `async () => {…}`.
) => PromiseOrValue<DispatchReceipt | undefined | void>;

/** Options of `createIngress`; all but the hooks and the dispatch have a default. */
export interface IngressOptions {
  /**
   * What to serve. A function is asked once for each request, which is served to its end by what it
   * gives then: that is how a host changes its hooks while requests come in.
   */
  readonly hooks: Hooks | (() => Hooks);
  readonly dispatch: Dispatch;
  /** Gets one record per request, refused ones included: no payload value, no secret. */
  readonly observer?: (record: RequestRecord) => void;
  /** Gets warnings for the operator, one line each. */
  readonly warn?: (message: string) => void;
  /** Further headers that may carry the token, such as `x-openclaw-token`. */
  readonly tokenHeaders?: readonly string[];
  /** Whether `?token=` works (deprecated), if `hooks.queryToken` allows it, too. Default: true. */
  readonly queryToken?: boolean;
  /** Longest time for a body to arrive, in milliseconds. Default: 15,000. */
  readonly bodyTimeoutMs?: number;
  /** Longest time for one `dispatch` to settle, in milliseconds. Default: 30,000. */
  readonly dispatchTimeoutMs?: number;
  /**
   * Longest time from the end of the body to the answer, in milliseconds: for the transforms and all
   * dispatches of a request together. What is left of a batch then is `batch_timeout`. Default: 30,000.
   */
  readonly requestTimeoutMs?: number;
  /**
   * Hears what became of a dispatch that settled after its sender was told 503. Default: `warn` gets a
   * line for each that succeeded.
   */
  readonly onLateDispatch?: (late: LateDispatch) => void;
  /** Counts failed attempts per client. Default: bounded memory, 20 failures a minute. */
  readonly throttle?: Throttle;
  readonly clock?: Clock;
  readonly randomId?: RandomId;
  /** Default: `setTimeout` of the runtime. */
  readonly timer?: Timer;
}
