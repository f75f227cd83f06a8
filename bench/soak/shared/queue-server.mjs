// A process with hooks and the file queue of the example behind them. Prints its port; notes each action
// that it carries out in a second file, as a gateway would.
import { open } from "node:fs/promises";
import { createHooksServer } from "@hookwright/adapter-node";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { createFileQueue } from "../../../examples/file-queue/file-queue.mjs";

const [file, carriedFile, token, port] = process.argv.slice(2);
const carried = await open(carriedFile, "a");
const queue = await createFileQueue({
  file,
  maxWaiting: 100_000,
  carryOut: async ({ key, runId }) => void (await carried.appendFile(`${runId} ${key}\n`)),
});
const hooks = compileHooks({
  hooks: {
    enabled: true,
    token,
    mappings: [
      { match: { path: "push" }, messageTemplate: "Push {{number}}" },
      { match: { path: "mails" }, forEach: "mails", messageTemplate: "Mail {{mails[0].number}}" },
    ],
  },
});
const ingress = createIngress({ hooks, dispatch: queue.dispatch });
const server = createHooksServer({ ingress, port: Number(port) });
console.log(`port ${(await server.listen()).port}`);
process.once("SIGTERM", async () => {
  await server.close();
  await ingress.idle();
  await queue.close();
  await carried.close();
});
