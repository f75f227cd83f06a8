// What a host gives to createIngress.

import type { Action } from "../model/action.ts";
import type { Hooks } from "../model/hooks.ts";
import type { Clock, RandomId } from "../model/ports.ts";
import type { PromiseOrValue } from "../model/resolution.ts";
import type { RequestRecord } from "./record.ts";
import type { Throttle } from "./throttle.ts";

/** What `dispatch` learns beside the action. */
export interface DispatchContext {
  /** A fresh id; the answer names it unless the receipt has another. */
  readonly runId: string;
  /** Absent for the built-in `wake` and `agent` routes. */
  readonly mappingId: string | undefined;
}

/** What a host may return from `dispatch`. */
export interface DispatchReceipt {
  readonly runId?: string;
}

/**
 * Hands the action to the gateway. Its promise is awaited before the sender gets an answer: when it
 * rejects, the sender is told 503 and to try again.
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
  /** Whether `?token=` works (deprecated). Default: true. */
  readonly queryToken?: boolean;
  /** Longest time for a body to arrive, in milliseconds. Default: 15,000. */
  readonly bodyTimeoutMs?: number;
  /** Counts failed attempts per client. Default: bounded memory, 20 failures a minute. */
  readonly throttle?: Throttle;
  readonly clock?: Clock;
  readonly randomId?: RandomId;
}
