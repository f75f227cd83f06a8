// What a host gives to createIngress.

import type { Clock, RandomId, Timer } from "@hookwright/base";
import type { Hooks } from "../resolve/index.ts";
import type { BodyBudgetLimits } from "./body-budget.ts";
import type { Dispatch, LateDispatch } from "./dispatch-port.ts";
import type { RequestRecord } from "./record.ts";
import type { IdempotencyStore } from "./store.ts";
import type { RateLimiter, Throttle } from "./throttle.ts";
import type { Tracing } from "./tracing.ts";

/** Options of `createIngress`; all but the hooks and the dispatch have a default. */
export interface IngressOptions<Context = unknown> {
  /**
   * What to serve. A function is asked once for each request, which is served to its end by what it
   * gives then: that is how a host changes its hooks while requests come in, and how secrets that are absent
   * at start are read late. Keep what it has compiled, since it is called often. What it throws is a 500,
   * and reaches `warn`.
   */
  readonly hooks: Hooks | (() => Hooks);
  readonly dispatch: Dispatch<Context>;
  /**
   * What stands before `hooks.path` in the paths of requests, where a router is mounted: `/api` for
   * `app.use("/api", …)`. Default: nothing.
   */
  readonly basePath?: string;
  /**
   * Names of the headers that `dispatch` gets in its context; those that carry a secret are left out.
   * Default: `content-type`, `user-agent`, `x-request-id`, `traceparent` and `tracestate`.
   */
  readonly dispatchHeaders?: readonly string[];
  /** Gets one record per request, refused ones included: no payload value, no secret. */
  readonly observer?: (record: RequestRecord) => void;
  /** Makes spans of requests: `createTracing` of `@hookwright/telemetry`. Default: none. */
  readonly tracing?: Tracing;
  /** Gets warnings for the operator, one line each, and first those of `hooks.warnings`. */
  readonly warn?: (message: string) => void;
  /** Headers that may carry the token beside those of `hooks.tokenHeaders`. */
  readonly tokenHeaders?: readonly string[];
  /** Whether `?token=` works (deprecated), if `hooks.queryToken` allows it, too. Default: true. */
  readonly queryToken?: boolean;
  /** Longest time for a body to arrive, in milliseconds. Default: 15,000. */
  readonly bodyTimeoutMs?: number;
  /**
   * How many bodies are read at a time before their senders are known, on routes with an `auth`, how large
   * they are together, and how long each may take. Where there is no room, the oldest that has not arrived
   * within a second is told 503, or else the new one. Default: 1,024 requests; 16 MiB, or the largest body of
   * such a route where that is more; 10 s.
   */
  readonly unauthenticatedBodies?: BodyBudgetLimits;
  /**
   * How many bytes the bodies of known senders may hold together until their requests are answered: as they were
   * sent, and as they came out of their compression. A body that does not fit is told 503. Default: 64 MiB.
   */
  readonly trustedBodies?: { readonly maxBytes?: number };
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
  /**
   * Remembers which events were taken, so that a repeat gets the first answer: a store that several
   * instances share, or `false` to look for no repeats. Default: `createMemoryStore()`.
   */
  readonly idempotency?: IdempotencyStore | false;
  /** Counts failed attempts per client. Default: bounded memory, with the limits of `hooks.throttle`. */
  readonly throttle?: Throttle;
  /** Counts the events of mappings that have a `rateLimit`. Default: bounded memory. */
  readonly rateLimiter?: RateLimiter;
  /** Default: the clock of the hooks, for which `compileHooks` has an option. */
  readonly clock?: Clock;
  /** Default: that of the hooks, for which `compileHooks` has an option. */
  readonly randomId?: RandomId;
  /** Default: `setTimeout` of the runtime. */
  readonly timer?: Timer;
}
