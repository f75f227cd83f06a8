// The options of an ingress → what the gates are given, every default set.
import {
  callListener,
  createOnce,
  isUnsafeNumber,
  runtimeDecompressionStream,
  runtimeRandomId,
  runtimeTimer,
  stripOuterSlashes,
} from "@hookwright/base";
import { HOOKS_DEFAULTS, problemToText } from "../../base/index.ts";
import type { Hooks } from "../resolve/index.ts";
import { createActivity, createStopSwitch } from "./activity.ts";
import { createBodyBudget } from "./body-budget.ts";
import { createStoreHealth } from "./claim.ts";
import { createRequestIds } from "./client.ts";
import { createQueryTokenWarning, PARSED_BODY } from "./credentials.ts";
import { LOST_BODY } from "./decode-body.ts";
import { createBodyMemory, createWebDecompressor } from "./decompress-body.ts";
import { createLateReport } from "./late-dispatch.ts";
import { createMemoryStore } from "./memory-store.ts";
import type { IngressOptions } from "./options.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { createRecord } from "./record.ts";
import type { IngressState } from "./state.ts";
import { createThrottles } from "./throttle.ts";
import { traceOf } from "./tracing.ts";

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
const RUNTIME_PORTS: Hooks["ports"] = { clock: Date.now, randomId: runtimeRandomId };

const THROTTLE_FAILED =
  "The throttle failed or was too slow; failed attempts that it does not count are plain 401.";

const RATE_LIMITER_FAILED =
  "The rate limiter failed or was too slow; events that it does not judge are dispatched.";

const NO_HOOKS = "hooks() failed, so that requests for the hooks get a 500.";

export function createState(options: IngressOptions): IngressState {
  const { hooks, dispatch, observer, throttle, tracing, timer = runtimeTimer } = options;
  const { tokenHeaders = [], dispatchHeaders = DISPATCH_HEADERS, basePath = "" } = options;
  const { unauthenticatedBodies = {} } = options;
  const ports = typeof hooks === "function" ? RUNTIME_PORTS : hooks.ports;
  const { clock = ports.clock, randomId = ports.randomId } = options;
  const warn = quietly(options.warn);
  const ownHeaders = tokenHeaders.map(lowerCase);
  const nextId = createRequestIds();
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
    observe: (context, { answer, sentId, state: { clock, randomId } }) => {
      if (observer === undefined && tracing === undefined) return;
      callListener(
        () => {
          const record = createRecord(context, {
            answer,
            requestId: sentId ?? nextId(randomId),
            now: clock(),
          });
          callListener(
            () => traceOf(context, tracing)?.end(record),
            () => warn("The tracing failed; the spans of a request are lost."),
          );
          return observer?.(record);
        },
        () => warn("The observer failed; the record of a request is lost."),
      );
    },
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
      warn(`${NO_HOOKS} ${failure.replace(LINE_END, " ")}`);
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
