// Compiled hooks and a dispatch → the gates that an adapter puts in front of them.
import type { Hooks } from "../model/hooks.ts";
import { answerRequest } from "./answer-request.ts";
import { findRoute } from "./find-route.ts";
import type { IngressOptions } from "./options.ts";
import type { Ingress, IngressAnswer, IngressRequest } from "./request.ts";
import { createState } from "./state.ts";

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
  let { enabled, path } = BEFORE_THE_FIRST;

  /** Where asking for the hooks fails, those of before tell which requests were for them. */
  const answerFailure = (
    request: IngressRequest,
    failure: unknown,
  ): Promise<IngressAnswer> | undefined => {
    const route = enabled ? findRoute(request.target, path) : undefined;
    if (route === undefined) return undefined;
    return answerRequest({ request, route, hooks: undefined, failure }, state);
  };

  return {
    receive(request) {
      let hooks: Hooks;
      try {
        hooks = state.currentHooks();
        ({ enabled, path } = hooks.settings);
      } catch (failure) {
        return answerFailure(request, failure);
      }
      const route = enabled ? findRoute(request.target, path) : undefined;
      return route === undefined ? undefined : answerRequest({ request, route, hooks }, state);
    },
    abort: state.stopSwitch.stop,
  };
}

/** The base path where nothing says otherwise: an app must not lose its other pages to hooks that fail. */
const BEFORE_THE_FIRST = { enabled: true, path: "/hooks" };
