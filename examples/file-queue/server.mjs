// @ts-check
// node server.mjs: hooks whose events are on disk before their senders are told so.
import { createHooksServer } from "@hookwright/adapter-node";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { createFileQueue } from "./file-queue.mjs";

const { HOOK_TOKEN = "", PORT = "8787", QUEUE_FILE = "actions.jsonl" } = process.env;

const queue = await createFileQueue({
  file: QUEUE_FILE,
  carryOut: async ({ runId, action }) => console.log(runId, action.kind, action.untrustedText),
});
const hooks = compileHooks({
  hooks: {
    enabled: true,
    token: HOOK_TOKEN,
    mappings: [{ match: { path: "github" }, messageTemplate: "{{pusher.name}} pushed to {{ref}}" }],
  },
});
const ingress = createIngress({ hooks, dispatch: queue.dispatch, warn: console.warn });
const server = createHooksServer({ ingress, port: Number(PORT) });
const { url } = await server.listen();
console.log(`listens on ${url}`);

process.once("SIGTERM", async () => {
  await server.close();
  await ingress.idle();
  await queue.close();
});
