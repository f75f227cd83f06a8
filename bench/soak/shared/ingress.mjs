// The ingress that every target serves: the built-in routes, bodies of 256 KiB, a dispatch that does nothing.
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

/** Tells the attacker the port of the server. */
export function announce(port) {
  console.log(`port ${port}`);
}
