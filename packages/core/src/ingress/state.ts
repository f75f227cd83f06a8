// The options of an ingress with every default set: what the gates are given.
import { runtimeRandomId } from "../data/runtime.ts";
import type { Hooks } from "../model/hooks.ts";
import type { Clock, RandomId } from "../model/ports.ts";
import { createQueryTokenWarning } from "./deprecated-query.ts";
import type { Dispatch, IngressOptions } from "./options.ts";
import type { TokenCarriers } from "./read-token.ts";
import { createRecord, type Observation } from "./record.ts";
import type { IngressRequest } from "./request.ts";
import { createThrottle, type Throttle } from "./throttle.ts";

export interface IngressState {
  readonly currentHooks: () => Hooks;
  readonly dispatch: Dispatch;
  readonly carriers: TokenCarriers;
  readonly throttle: Throttle;
  readonly bodyTimeoutMs: number;
  readonly clock: Clock;
  readonly randomId: RandomId;
  readonly warnQueryToken: (name: string) => void;
  readonly observe: (request: IngressRequest, observation: Observation) => void;
}

/** The header that comparable gateways document. */
const TOKEN_HEADER = "x-gateway-token";

/** The default body at 17 kB/s; senders are servers, and GitHub for one gives up after 10 s. */
const BODY_TIMEOUT_MS = 15_000;

export function createState(options: IngressOptions): IngressState {
  const { hooks, dispatch, observer, tokenHeaders = [], clock = Date.now } = options;
  const warn = quietly(options.warn);
  return {
    currentHooks: typeof hooks === "function" ? hooks : () => hooks,
    dispatch,
    carriers: {
      headers: [TOKEN_HEADER, ...tokenHeaders.map((name) => name.toLowerCase())],
      query: options.queryToken ?? true,
    },
    throttle: options.throttle ?? createThrottle(clock),
    bodyTimeoutMs: options.bodyTimeoutMs ?? BODY_TIMEOUT_MS,
    clock,
    randomId: options.randomId ?? runtimeRandomId,
    warnQueryToken: createQueryTokenWarning(warn),
    observe: (request, observation) => {
      // The action is dispatched by now: a failing log must not make the sender try again.
      const lose = () => warn("The observer failed; the record of a request is lost.");
      try {
        const written: unknown = observer?.(createRecord(request, observation, clock()));
        // An `async` observer passes for one that returns nothing; unwatched, it could end the process.
        if (written instanceof Promise) written.catch(lose);
      } catch {
        lose();
      }
    },
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
