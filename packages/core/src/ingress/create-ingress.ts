// Compiled hooks and a dispatch → the gates that an adapter puts in front of them.
import { answerRequest } from "./answer-request.ts";
import { findRoute } from "./find-route.ts";
import type { IngressOptions } from "./options.ts";
import type { Ingress } from "./request.ts";
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
  return {
    receive(request) {
      const hooks = state.currentHooks();
      const { enabled, path } = hooks.settings;
      const route = enabled ? findRoute(request.target, path) : undefined;
      return route === undefined ? undefined : answerRequest({ request, route, hooks }, state);
    },
  };
}
