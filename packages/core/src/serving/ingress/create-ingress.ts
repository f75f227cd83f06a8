// Compiled hooks and a dispatch → the ingress that an adapter calls; every default is set here.

import {
  type Clock,
  createOnce,
  describeError,
  isUnsafeNumber,
  type RandomId,
  runtimeDecompressionStream,
  runtimeRandomId,
  runtimeTimer,
  stripOuterSlashes,
  type Timer,
} from "@hookwright/base";
import { HOOKS_DEFAULTS, isBuiltInRoute, problemToText } from "../../model/index.ts";
import type { Endpoint, RuntimeHooks } from "../resolve/index.ts";
import { createStoreHealth } from "./claim.ts";
import { LOST_BODY } from "./decode-body.ts";
import { createWebDecompressor } from "./decompress-body.ts";
import { createLateReport, type Dispatch, type LateDispatch } from "./dispatch-call.ts";
import { answerFailure, answerRequest } from "./gates.ts";
import { createObserver, createRequestIds, shortName } from "./observe.ts";
import { type Arrived, createArrival, type KnownNames, type Route } from "./phases.ts";
import {
  type BodyBudgetLimits,
  createBodyBudget,
  createBodyMemory,
  PARSED_BODY,
} from "./read-body.ts";
import type { RequestRecord, Tracing } from "./record.ts";
import type { Ingress, IngressRequest } from "./request.ts";
import type { Completion } from "./runs-port.ts";
import {
  createActivity,
  createStopSwitch,
  createWaitSwitch,
  type IngressState,
  type ServingState,
} from "./state.ts";
import { createMemoryStore, type IdempotencyStore } from "./store.ts";
import { createRateLimiter, createThrottles, type RateLimiter, type Throttle } from "./throttle.ts";

/** Options of `createIngress`; all but the hooks and the dispatch have a default. */
export interface IngressOptions<Context = unknown> {
  /**
   * What to serve. A function is called once for each request, and the hooks that it returns serve that
   * request to its end. A host uses it to change its hooks while requests come in, or to read secrets that
   * are absent at start. Cache the compiled hooks, because the function is called often. If it throws, the
   * answer is 500 and `warn` gets the error.
   */
  readonly hooks: RuntimeHooks | (() => RuntimeHooks);
  readonly dispatch: Dispatch<Context>;
  /**
   * Knows what becomes of runs. With it, a request to `/agent` may wait for its run (`waitForCompletion`), and `GET
   * {path}/runs/<id>` answers with the state of a run. Default: none, and a request that wants to wait gets a 400.
   */
  readonly completion?: Completion;
  /**
   * The prefix before `hooks.path` in request paths, if a router is mounted: `/api` for `app.use("/api", …)`.
   * Default: none.
   */
  readonly basePath?: string;
  /**
   * Names of the headers that `dispatch` gets in its context. Headers that carry a secret are left out.
   * Default: `content-type`, `user-agent`, `x-request-id`, `traceparent` and `tracestate`.
   */
  readonly dispatchHeaders?: readonly string[];
  /** Gets one record per request, including refused ones. A record has no payload value and no secret. */
  readonly observer?: (record: RequestRecord) => void;
  /** Creates spans for requests: `createTracing` of `@hookwright/telemetry`. Default: none. */
  readonly tracing?: Tracing;
  /** Gets warnings for the operator, one line each, starting with `hooks.warnings`. */
  readonly warn?: (message: string) => void;
  /** Headers that may carry the token, in addition to `hooks.tokenHeaders`. */
  readonly tokenHeaders?: readonly string[];
  /** Whether `?token=` works (deprecated). `hooks.queryToken` must allow it, too. Default: true. */
  readonly queryToken?: boolean;
  /** Longest time for a body to arrive, in milliseconds. Default: 15,000. */
  readonly bodyTimeoutMs?: number;
  /**
   * Limits for bodies that are read before their senders are authenticated, on routes with an `auth`: how
   * many at a time, their total size, and the time for each. If there is no room, the oldest body that has
   * not arrived within a second gets a 503; without such a body, the new one does. Default: 1,024 requests;
   * 16 MiB, or the largest body of such a route if that is more; 10 s.
   */
  readonly unauthenticatedBodies?: BodyBudgetLimits;
  /**
   * How many bytes the bodies of authenticated senders may hold in total until their requests are answered,
   * compressed and decompressed forms included. A body that does not fit gets a 503. Default: 64 MiB.
   */
  readonly trustedBodies?: { readonly maxBytes?: number };
  /** Longest time for one `dispatch` to settle, in milliseconds. Default: 30,000. */
  readonly dispatchTimeoutMs?: number;
  /**
   * Longest time from the end of the body to the answer, in milliseconds, for the transforms and all
   * dispatches of a request together. The remaining elements of a batch then get `batch_timeout`. Default:
   * 30,000.
   */
  readonly requestTimeoutMs?: number;
  /**
   * Gets the outcome of a dispatch that settled after its sender got a 503. Default: `warn` gets a line for
   * each success.
   */
  readonly onLateDispatch?: (late: LateDispatch) => void;
  /**
   * Remembers accepted events, so that a repeat gets the first answer: a store that several instances share,
   * or `false` to switch deduplication off. Default: `createMemoryStore()`.
   */
  readonly idempotency?: IdempotencyStore | false;
  /** Counts failed attempts per client. Default: in memory, bounded, with the limits of `hooks.throttle`. */
  readonly throttle?: Throttle;
  /** Counts the events of mappings that have a `rateLimit`. Default: in memory, bounded. */
  readonly rateLimiter?: RateLimiter;
  /** Default: the clock of the hooks, which is an option of `compileHooks`. */
  readonly clock?: Clock;
  /** Default: that of the hooks, which is an option of `compileHooks`. */
  readonly randomId?: RandomId;
  /** Default: `setTimeout` of the runtime. */
  readonly timer?: Timer;
}

/**
 * Creates the runtime-neutral half of a webhook server. An adapter passes requests in and sends the answers;
 * `dispatch` gets every action.
 *
 * @example
 * ```ts
 * const ingress = createIngress({
 *   hooks: compileHooks({ hooks: { enabled: true, token: "a-long-random-text-of-your-own" } }),
 *   dispatch: async (action) => {
 *     console.log(action.kind);
 *   },
 * });
 * ```
 */
export function createIngress<Context = unknown>(
  options: IngressOptions<Context>,
): Ingress<Context> {
  if (typeof options.hooks !== "function") insistOnHooks(options.hooks);
  // The gates pass the integrator's context on and never read it.
  const state = createState(options as IngressOptions);
  let serving: ServingState | undefined;
  // If loading the hooks fails, the previous ones tell which requests were for them.
  let known: KnownHooks = {
    enabled: true,
    path: state.basePath + PATH_BEFORE_THE_FIRST,
    hideSecrets: (text) => text,
    endpoint: () => undefined,
  };

  const serve = (): ServingState => {
    const hooks = state.currentHooks();
    if (serving !== undefined && serving.hooks === hooks) return serving;
    insistOnHooks(hooks);
    const { enabled, path } = hooks.settings;
    const { hideSecrets, endpoint } = hooks;
    known = { enabled, path: state.basePath + path, hideSecrets, endpoint };
    state.warnConfig(hooks);
    const secretHeaders = [...state.secretHeaders, ...hooks.tokenHeaders];
    serving = {
      ...state,
      clock: options.clock ?? hooks.ports.clock,
      randomId: options.randomId ?? hooks.ports.randomId,
      decompressor: hooks.ports.decompressor ?? state.decompressor,
      hooks,
      throttle: state.throttleOf(hooks.throttle),
      largestSignedBody: findLargestSignedBody(hooks),
      carriers: {
        headers: [...hooks.tokenHeaders, ...state.carriers.headers],
        query: state.carriers.query && hooks.queryToken,
      },
      secretHeaders,
      dispatchHeaders: state.dispatchHeaders.filter((name) => !secretHeaders.includes(name)),
    };
    return serving;
  };

  const route = (request: IngressRequest): Arrived | undefined => {
    const found = known.enabled ? findRoute(request.target, known.path) : undefined;
    if (found === undefined) return undefined;
    state.activity.beginRequest();
    return createArrival(request, found, known);
  };

  // A function is first called for a request, because it may have no hooks yet.
  if (typeof options.hooks !== "function") serve();

  return {
    receive(request) {
      let current: ServingState;
      try {
        current = serve();
        state.warnNoHooks(undefined);
      } catch (failure) {
        state.warnNoHooks(known.hideSecrets(describeError(failure)));
        const failed = route(request);
        return failed && answerFailure(failure, failed, state);
      }
      const arrived = route(request);
      return arrived && answerRequest(arrived, current);
    },
    abort: state.stopSwitch.stop,
    stopWaiting: state.waitSwitch.end,
    inFlight: state.activity.requests,
    idle: state.activity.idle,
  };
}

function findLargestSignedBody({ mappings, endpoint }: RuntimeHooks): number {
  let largest = 0;
  for (const { match } of mappings) {
    // Every mapping has an endpoint for its name.
    const { auth, maxBodyBytes } = endpoint(match.path ?? "") as Endpoint;
    if (auth !== undefined) largest = Math.max(largest, maxBodyBytes);
  }
  return largest;
}

interface KnownHooks extends KnownNames {
  readonly enabled: boolean;
  readonly path: string;
}

/** JavaScript callers have no types: a promise of hooks would be read as hooks without settings. */
function insistOnHooks(hooks: Partial<RuntimeHooks> | undefined): void {
  if (hooks?.settings === undefined) throw new TypeError(NO_HOOKS);
}

const NO_HOOKS =
  "The option hooks has no compiled hooks. Pass what compileHooks returns, or the hooks in the resolved result of loadHooks.";

/** The base path until hooks are loaded: hooks that fail must not take over the other pages of an app. */
const PATH_BEFORE_THE_FIRST = "/hooks";

/**
 * The target is compared as it was sent. Resolving `..` or percent-encoding first would let other spellings
 * of a path reach the hooks, past the rules of a proxy.
 */
export function findRoute(sent: string, basePath: string): Route | undefined {
  // `http://host/hooks/wake` → `/hooks/wake`: every server must accept both (RFC 9112, 3.2.2).
  const target = sent[0] === "/" ? sent : sent.replace(/^https?:\/\/[^/?#]*/i, "");
  if (!target.startsWith(basePath)) return undefined;
  const queryAt = target.indexOf("?");
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  const rest = path.slice(basePath.length);
  if (rest !== "" && rest[0] !== "/") return undefined;
  const name = stripOuterSlashes(rest);
  return {
    name: isBuiltInRoute(name) ? rest.slice(1) : name,
    query: queryAt === -1 ? "" : target.slice(queryAt + 1),
  };
}

/** These always carry secrets, even if they are meant for another server. */
const SECRET_HEADERS: readonly string[] = ["authorization", "proxy-authorization", "cookie"];

/** Headers about the sender and the trace, not about the event: mappings read those. */
const DISPATCH_HEADERS = [
  "content-type",
  "user-agent",
  "x-request-id",
  "traceparent",
  "tracestate",
];

/** The default body limit at 17 kB/s. Senders are servers; GitHub, for example, gives up after 10 s. */
const BODY_TIMEOUT_MS = 15_000;

/** Shorter, because unauthenticated senders may wait on purpose: the default body limit at 26 kB/s. */
const UNKNOWN_SENDER_TIMEOUT_MS = 10_000;

/** No sender waits longer. A gateway that has not accepted an action by then hangs. */
const DISPATCH_TIMEOUT_MS = 30_000;

const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Twice the time limit of a request, counted from its claim: a claim that expires while its request is in
 * progress would let a repeat in.
 */
const CLAIM_TIMEOUTS = 2;

/** The longest delay that `setTimeout` supports; a longer one would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** Used until the `hooks` function has returned hooks for the first time. */
const RUNTIME_PORTS: RuntimeHooks["ports"] = { clock: Date.now, randomId: runtimeRandomId };

const THROTTLE_FAILED =
  "The throttle failed or was too slow; failed attempts that it does not count get a plain 401.";

const RATE_LIMITER_FAILED =
  "The rate limiter failed or was too slow; events that it does not check are dispatched.";

const COMPLETION_FAILED =
  "A wait for the end of a run failed; callers get the answer that their request was accepted.";

const HOOKS_FAILED = "hooks() failed, so requests for the hooks get a 500.";

export function createState(options: IngressOptions): IngressState {
  const { hooks, dispatch, observer, throttle, tracing, timer = runtimeTimer } = options;
  const { tokenHeaders = [], dispatchHeaders = DISPATCH_HEADERS, basePath = "" } = options;
  const { unauthenticatedBodies = {} } = options;
  const ports = typeof hooks === "function" ? RUNTIME_PORTS : hooks.ports;
  const { clock = ports.clock, randomId = ports.randomId } = options;
  const warn = quietly(options.warn);
  const ownHeaders = tokenHeaders.map(lowerCase);
  const mountedAt = stripOuterSlashes(basePath);
  const requestTimeoutMs = Math.min(options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS, MAX_TIMER_MS);
  const activity = createActivity(timer);
  const stopSwitch = createStopSwitch();
  const store = options.idempotency ?? createMemoryStore({ clock });
  const claims = store && {
    store,
    claimSeconds: Math.ceil((CLAIM_TIMEOUTS * requestTimeoutMs) / 1_000),
    health: createStoreHealth(warn),
    timer,
    activity,
    stopSwitch,
  };
  return {
    currentHooks: typeof hooks === "function" ? hooks : () => hooks,
    dispatch,
    completion: options.completion,
    waitSwitch: createWaitSwitch(),
    warnCompletion: createOnce(() => warn(COMPLETION_FAILED)),
    carriers: { headers: ownHeaders, query: options.queryToken ?? true },
    secretHeaders: [...SECRET_HEADERS, ...HOOKS_DEFAULTS.tokenHeaders, ...ownHeaders],
    dispatchHeaders: dispatchHeaders.map(lowerCase),
    basePath: mountedAt === "" ? "" : `/${mountedAt}`,
    rateLimiter: options.rateLimiter ?? createRateLimiter(clock),
    throttleOf: throttle === undefined ? createThrottles(clock) : () => throttle,
    bodyBudget: createBodyBudget(unauthenticatedBodies, clock),
    bodyTimeoutMs: options.bodyTimeoutMs ?? BODY_TIMEOUT_MS,
    unknownSenderTimeoutMs: unauthenticatedBodies.timeoutMs ?? UNKNOWN_SENDER_TIMEOUT_MS,
    dispatchTimeoutMs: Math.min(options.dispatchTimeoutMs ?? DISPATCH_TIMEOUT_MS, MAX_TIMER_MS),
    requestTimeoutMs,
    reportLate: createLateReport(options.onLateDispatch, warn),
    stopSwitch,
    activity,
    claims: claims === false ? undefined : claims,
    timer,
    clock,
    randomId,
    nextRequestId: createRequestIds(),
    decompressor: createWebDecompressor(runtimeDecompressionStream),
    bodyMemory: createBodyMemory(options.trustedBodies?.maxBytes),
    warnQueryToken: createQueryTokenWarning(warn),
    parsedBodies: { onNumber: createPrecisionWarning(warn) },
    warnLostBody: createOnce(() => warn(LOST_BODY)),
    warnParsedBody: createOnce(() => warn(PARSED_BODY)),
    warnConfig: createConfigWarning(warn),
    warnNoHooks: createFailureWarning(warn),
    warnThrottle: createOnce(() => warn(THROTTLE_FAILED)),
    warnRateLimiter: createOnce(() => warn(RATE_LIMITER_FAILED)),
    isObserved: observer !== undefined || tracing !== undefined,
    tracing,
    observe: createObserver({ observer, tracing, warn }),
  };
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}

/** Reports each warning of a config once, even if its hooks are compiled again. */
function createConfigWarning(warn: (message: string) => void): IngressState["warnConfig"] {
  let reported: readonly string[] = [];
  return ({ warnings }) => {
    const messages = warnings.map((problem) => problemToText(problem).replace(LINE_END, " "));
    for (const message of messages.filter((one) => !reported.includes(one))) warn(message);
    reported = messages;
  };
}

/** Reports each failure once until the hooks load again: otherwise a stranger's requests could fill the log. */
function createFailureWarning(warn: (message: string) => void): IngressState["warnNoHooks"] {
  let reported: string | undefined;
  return (failure) => {
    if (failure !== undefined && failure !== reported) {
      warn(`${HOOKS_FAILED} ${failure.replace(LINE_END, " ")}`);
    }
    reported = failure;
  };
}

const LINE_END = /\s*[\r\n]\s*/g;

/** A failing log must not fail the request. */
function quietly(warn: IngressOptions["warn"]): (message: string) => void {
  return (message) => {
    try {
      warn?.(message);
    } catch {
      // There is nowhere left to report it.
    }
  };
}

/** Numbers of bodies that arrive parsed → one warning, at the first number that may have lost digits. */
function createPrecisionWarning(warn: (message: string) => void): (number: number) => void {
  const warnOnce = createOnce(() =>
    warn(
      "A body was parsed before the hooks got it and has a number beyond 2^53, whose last digits are lost: pass the body on as it was sent.",
    ),
  );
  return (number) => {
    if (isUnsafeNumber(number)) warnOnce();
  };
}

/** A catch-all accepts any name: the set of names that were warned about must not grow without limit. */
const MAX_NAMES = 1000;

function createQueryTokenWarning(warn: (message: string) => void): (name: string) => void {
  const warned = new Set<string>();
  return (hook) => {
    const name = shortName(hook);
    if (warned.has(name) || warned.size >= MAX_NAMES) return;
    warned.add(name);
    warn(
      `The hook "${name}" was called with ?token=, which is deprecated: send "Authorization: Bearer …".`,
    );
  };
}
