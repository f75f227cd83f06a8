// @ts-check
// The part that is the same everywhere: hooks, and a dispatch that prints what your gateway would get.
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";

/**
 * Throws where the token is missing, so that a server without it does not start.
 *
 * @param {string | undefined} token
 */
export function compileExampleHooks(token) {
  const mappings = [{ match: { path: "github" }, messageTemplate: "{{pusher}} pushed to {{ref}}" }];
  return compileHooks({ hooks: { enabled: true, token, mappings } });
}

/** @param {Partial<Pick<import("@hookwright/core/ingress").IngressOptions, "hooks" | "basePath">>} [options] */
export function createExampleIngress({
  hooks = compileExampleHooks(process.env.HOOK_TOKEN),
  basePath = "",
} = {}) {
  return createIngress({
    hooks,
    basePath,
    dispatch: ({ untrustedText }, { runId, deliveryId, context }) =>
      console.log(JSON.stringify({ runId, deliveryId, context, untrustedText })),
    warn: (message) => console.warn(message),
  });
}
