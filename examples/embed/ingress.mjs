// @ts-check
// The part that is the same everywhere: hooks, and a dispatch that prints what your gateway would get.
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";

const hooks = compileHooks({
  hooks: {
    enabled: true,
    token: "a-long-random-text-of-your-own",
    mappings: [{ match: { path: "github" }, messageTemplate: "{{pusher}} pushed to {{ref}}" }],
  },
});

/** @param {import("@hookwright/core/ingress").IngressOptions["basePath"]} [basePath] */
export function createExampleIngress(basePath) {
  return createIngress({
    hooks,
    ...(basePath !== undefined && { basePath }),
    dispatch: ({ untrustedText }, { runId, deliveryId, context }) =>
      console.log(JSON.stringify({ runId, deliveryId, context, untrustedText })),
    warn: (message) => console.warn(message),
  });
}
