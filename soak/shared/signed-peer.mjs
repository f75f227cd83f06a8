// A process with a hooks server whose routes are signed: signed-peer.mjs SECRET MAX_ENTRIES. Tells its
// address, and on a message its memory after a collection and the delay of its event loop since the last one.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createHooksServer } from "@hookwright/adapter-node";
import { createNodeCrypto } from "@hookwright/config";
import { compileHooks } from "@hookwright/core";
import { createIngress, createMemoryStore } from "@hookwright/core/ingress";

const [secret = "", maxEntries] = process.argv.slice(2);
const mapping = (/** @type {string} */ provider) => ({
  match: { path: provider },
  auth: { provider, secret },
  messageTemplate: "{{n}} {{note}}",
});
const hooks = compileHooks(
  {
    hooks: {
      enabled: true,
      token: "a-token-of-at-least-24-letters",
      maxBodyBytes: 65_536,
      mappings: [mapping("github"), mapping("stripe")],
    },
  },
  { crypto: createNodeCrypto() },
);
let dispatched = 0;
const server = createHooksServer({
  ingress: createIngress({
    hooks,
    dispatch: async ({ untrustedText }) => {
      dispatched += 1;
      // The answer repeats text of its request, so that an answer to another request is noticed.
      return { runId: /^\d+/.exec(untrustedText)?.[0] ?? "none" };
    },
    idempotency: createMemoryStore({ maxEntries: Number(maxEntries) }),
  }),
});
const { url } = await server.listen();
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on("message", () => {
  const p99 = Math.round(delay.percentile(99) / 100_000) / 10;
  delay.reset();
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const megabytes = (/** @type {number} */ bytes) => Math.round(bytes / 1024 / 1024);
  process.send?.({ heapMb: megabytes(heapUsed), rssMb: megabytes(rss), p99, dispatched });
});
process.on("disconnect", () => process.exit());
process.send?.(url);
