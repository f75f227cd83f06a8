// Compiled hooks and a dispatch → the gates that an adapter puts in front of them.

import { describeError, stripOuterSlashes } from "@hookwright/base";
import { isBuiltInRoute } from "../../base/index.ts";
import type { Endpoint, Hooks } from "../resolve/index.ts";
import { createState } from "./create-state.ts";
import { answerFailure, answerRequest } from "./gates.ts";
import type { IngressOptions } from "./options.ts";
import type { Ingress, IngressRequest } from "./request.ts";
import {
  createContext,
  type KnownNames,
  type RequestContext,
  type Route,
} from "./request-context.ts";
import type { ServingState } from "./state.ts";

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

  const route = (request: IngressRequest): RequestContext | undefined => {
    const found = known.enabled ? findRoute(request.target, known.path) : undefined;
    if (found === undefined) return undefined;
    state.activity.beginRequest();
    return createContext(request, found, known);
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
      const context = route(request);
      return context && answerRequest(context, current);
    },
    abort: state.stopSwitch.stop,
    inFlight: state.activity.requests,
    idle: state.activity.idle,
  };
}

function findLargestSignedBody({ mappings, endpoint }: Hooks): number {
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
function insistOnHooks(hooks: Partial<Hooks> | undefined): void {
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
  const target = toOriginForm(sent);
  if (!target.startsWith(basePath)) return undefined;
  const queryAt = target.indexOf("?");
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  const rest = path.slice(basePath.length);
  if (rest !== "" && rest[0] !== "/") return undefined;
  return {
    name: nameOf(rest.slice(1)),
    query: queryAt === -1 ? "" : target.slice(queryAt + 1),
  };
}

function nameOf(rest: string): string {
  const name = stripOuterSlashes(rest);
  return isBuiltInRoute(name) ? rest : name;
}

/** `http://host/hooks/wake` → `/hooks/wake`: every server must serve both (RFC 9112, 3.2.2). */
function toOriginForm(target: string): string {
  return target[0] === "/" ? target : target.replace(/^https?:\/\/[^/?#]*/i, "");
}
