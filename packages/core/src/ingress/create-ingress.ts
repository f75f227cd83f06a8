// Compiled hooks and a dispatch → the gates that an adapter puts in front of them.
import type { HideSecrets } from "../data/hide-secrets.ts";
import { answerFailure, answerRequest } from "./answer-request.ts";
import { findRoute } from "./find-route.ts";
import type { IngressOptions } from "./options.ts";
import type { Ingress, IngressRequest } from "./request.ts";
import { createContext, type RequestContext } from "./request-context.ts";
import { createState, type ServingState } from "./state.ts";

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
export function createIngress(options: IngressOptions): Ingress {
  const state = createState(options);
  let serving: ServingState | undefined;
  // Where asking for the hooks fails, those of before tell which requests were for them.
  let endpoint: Endpoint = BEFORE_THE_FIRST;

  const serve = (): ServingState => {
    const hooks = state.currentHooks();
    if (serving !== undefined && serving.hooks === hooks) return serving;
    const { enabled, path, maxBodyBytes } = hooks.settings;
    endpoint = { enabled, path, hideSecrets: hooks.hideSecrets };
    serving = {
      ...state,
      hooks,
      carriers: { ...state.carriers, query: state.carriers.query && hooks.queryToken },
      limits: { maxBytes: maxBodyBytes, timeoutMs: state.bodyTimeoutMs },
    };
    return serving;
  };

  const route = (request: IngressRequest): RequestContext | undefined => {
    const found = endpoint.enabled ? findRoute(request.target, endpoint.path) : undefined;
    return found && createContext(request, found, endpoint.hideSecrets);
  };

  return {
    receive(request) {
      let current: ServingState;
      try {
        current = serve();
      } catch (failure) {
        const failed = route(request);
        return failed && answerFailure(failure, failed, state);
      }
      const context = route(request);
      return context && answerRequest(context, current);
    },
    abort: state.stopSwitch.stop,
  };
}

interface Endpoint {
  readonly enabled: boolean;
  readonly path: string;
  readonly hideSecrets: HideSecrets;
}

/** The base path where nothing says otherwise: an app must not lose its other pages to hooks that fail. */
const BEFORE_THE_FIRST = { enabled: true, path: "/hooks", hideSecrets: (text: string) => text };
