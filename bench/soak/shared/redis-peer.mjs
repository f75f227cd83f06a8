// A process with a hooks server whose events are remembered in Redis: redis-peer.mjs URL TOKEN SECRET FILE
// TIMEOUT_MS. Each dispatch is a line of FILE, with pauses before and after it for kills to come between.
import { appendFileSync } from "node:fs";
import { createHooksServer } from "@hookwright/adapter-node";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { createRedisStore } from "@hookwright/store-redis";
import { createClient } from "@redis/client";

const [url, token, secret, file, timeoutMs] = process.argv.slice(2);

const client = createClient({ url, disableOfflineQueue: true, socket: { reconnectStrategy: 50 } });
client.on("error", () => undefined);
await client.connect();
const mappings = [
  { match: { path: "e" }, auth: { provider: "github", secret }, messageTemplate: "{{id}}" },
];
const server = createHooksServer({
  ingress: createIngress({
    hooks: compileHooks({ hooks: { enabled: true, token, mappings } }),
    dispatch: async (action) => {
      await pause();
      appendFileSync(file, `${action.untrustedText}\n`);
      await pause();
    },
    idempotency: createRedisStore({ client }),
    requestTimeoutMs: Number(timeoutMs),
  }),
});
const { url: address } = await server.listen();
process.send?.(address);

/** @returns {Promise<void>} */
function pause() {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
}
