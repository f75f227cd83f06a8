// Compiled hooks and a dispatch → the gates that an adapter puts in front of them, every default set.

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
import { createObserver, shortName } from "./observe.ts";
import { type Arrived, createArrival, type KnownNames, type Route } from "./phases.ts";
import {
  type BodyBudgetLimits,
  createBodyBudget,
  createBodyMemory,
  PARSED_BODY,
} from "./read-body.ts";
import type { RequestRecord, Tracing } from "./record.ts";
import type { Ingress, IngressRequest } from "./request.ts";
import { createActivity, createStopSwitch, type IngressState, type ServingState } from "./state.ts";
import { createMemoryStore, type IdempotencyStore } from "./store.ts";
import { createRateLimiter, createThrottles, type RateLimiter, type Throttle } from "./throttle.ts";

/** Options of `createIngress`; all but the hooks and the dispatch have a default. */
export interface IngressOptions<Context = unknown> {
  /**
   * What to serve. A function is asked once for each request, which is served to its end by what it
   * gives then: that is how a host changes its hooks while requests come in, and how secrets that are absent
   * at start are read late. Keep what it has compiled, since it is called often. What it throws is a 500,
   * and reaches `warn`.
   */
  readonly hooks: RuntimeHooks | (() => RuntimeHooks);
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

/**
 * Creates the runtime-neutral half of a webhook server. An adapter gives it requests and sends its
 * answers; `dispatch` gets every action.
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
  // The gates hand the integrator's context on and never look into it.
  const state = createState(options as IngressOptions);
  let serving: ServingState | undefined;
  // Where asking for the hooks fails, those of before tell which requests were for them.
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

  // A function is first asked for a request, since it may have no hooks yet.
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
    inFlight: state.activity.requests,
    idle: state.activity.idle,
  };
}

function findLargestSignedBody({ mappings, endpoint }: RuntimeHooks): number {
  let largest = 0;
  for (const { match } of mappings) {
    // A mapping has made the endpoint of its name.
    const { auth, maxBodyBytes } = endpoint(match.path ?? "") as Endpoint;
    if (auth !== undefined) largest = Math.max(largest, maxBodyBytes);
  }
  return largest;
}

interface KnownHooks extends KnownNames {
  readonly enabled: boolean;
  readonly path: string;
}

/** Types do not hold in JavaScript: a promise of hooks would be read as hooks without settings. */
function insistOnHooks(hooks: Partial<RuntimeHooks> | undefined): void {
  if (hooks?.settings === undefined) throw new TypeError(NO_HOOKS);
}

const NO_HOOKS =
  "The option hooks has no hooks. Give it what compileHooks returns, or, when loadHooks has resolved, the hooks of its result.";

/** The base path where nothing says otherwise: an app must not lose its other pages to hooks that fail. */
const PATH_BEFORE_THE_FIRST = "/hooks";

/**
 * The target is compared as it was sent. Resolving `..` or percent-encoding first would let other
 * spellings of a path reach the hooks, past whatever rules a proxy has for them.
 */
export function findRoute(sent: string, basePath: string): Route | undefined {
  // `http://host/hooks/wake` → `/hooks/wake`: every server must serve both (RFC 9112, 3.2.2).
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

/** Secrets by their nature, no matter who they are for. */
const SECRET_HEADERS: readonly string[] = ["authorization", "proxy-authorization", "cookie"];

/** What tells of the sender and the trace, and never of the event: that is the mappings' part. */
const DISPATCH_HEADERS = [
  "content-type",
  "user-agent",
  "x-request-id",
  "traceparent",
  "tracestate",
];

/** The default body at 17 kB/s; senders are servers, and GitHub for one gives up after 10 s. */
const BODY_TIMEOUT_MS = 15_000;

/** Shorter, because strangers may wait on purpose: the default body at 26 kB/s. */
const UNKNOWN_SENDER_TIMEOUT_MS = 10_000;

/** No sender waits longer; a gateway that has not taken an action by then hangs. */
const DISPATCH_TIMEOUT_MS = 30_000;

const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Twice the limit of a request, which begins to count with its claim: a claim that expires while its
 * request is worked on would let a repeat in.
 */
const CLAIM_TIMEOUTS = 2;

/** The longest time that timers of the runtimes know; a longer one would end at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** Until hooks that may change are had for the first time. */
const RUNTIME_PORTS: RuntimeHooks["ports"] = { clock: Date.now, randomId: runtimeRandomId };

const THROTTLE_FAILED =
  "The throttle failed or was too slow; failed attempts that it does not count are plain 401.";

const RATE_LIMITER_FAILED =
  "The rate limiter failed or was too slow; events that it does not judge are dispatched.";

const HOOKS_FAILED = "hooks() failed, so that requests for the hooks get a 500.";

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

/** What a config is warned of: once, however often its hooks are compiled again. */
function createConfigWarning(warn: (message: string) => void): IngressState["warnConfig"] {
  let told: readonly string[] = [];
  return ({ warnings }) => {
    const messages = warnings.map((problem) => problemToText(problem).replace(LINE_END, " "));
    for (const message of messages.filter((one) => !told.includes(one))) warn(message);
    told = messages;
  };
}

/** Each failure once until the hooks are had again, since strangers could fill a log with requests. */
function createFailureWarning(warn: (message: string) => void): IngressState["warnNoHooks"] {
  let told: string | undefined;
  return (failure) => {
    if (failure !== undefined && failure !== told) {
      warn(`${HOOKS_FAILED} ${failure.replace(LINE_END, " ")}`);
    }
    told = failure;
  };
}

const LINE_END = /\s*[\r\n]\s*/g;

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

/** The numbers of bodies that arrive parsed → one warning, at the first whose digits may be lost. */
function createPrecisionWarning(warn: (message: string) => void): (number: number) => void {
  const warnOnce = createOnce(() =>
    warn(
      "A body was parsed before the hooks got it, and has a number beyond 2^53, whose last digits a parser loses: give the hooks the body as it was sent.",
    ),
  );
  return (number) => {
    if (isUnsafeNumber(number)) warnOnce();
  };
}

/** A catch-all takes any name; the memory of those warned about must not grow with them. */
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
