// The ingress that every host serves: the built-in routes, 256 KiB a body, a dispatch that does nothing.
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";

export const TOKEN = "a-long-random-text-of-your-own";

/** Runs on every runtime. */
export function createSoakIngress() {
  return createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token: TOKEN } }),
    dispatch: () => undefined,
  });
}

/** Tells the attacker where the server listens. */
export function announce(port) {
  console.log(`port ${port}`);
}
