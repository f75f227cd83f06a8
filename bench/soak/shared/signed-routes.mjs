// A process with a hooks server of a built checkout, whose routes are signed or take large compressed bodies:
// signed-routes.mjs ROOT SECRET TOKEN. Prints its port; its parent reads its memory from /proc.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { loadEntry } from "../../../tools/checks/load-entry.mjs";

const [root = ".", secret, token] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(resolve(root, "packages", path, "index.js")).href);
const { compileHooks } = await load("core/dist");
const { createIngress } = await loadEntry(root, "core", "./ingress");
const { createHooksServer } = await load("adapter-node/dist");
const { createNodeDecompressor } = await load("config/dist");

const MIB = 1024 * 1024;
const auth = { provider: "github", secret };
const hooks = compileHooks(
  {
    hooks: {
      enabled: true,
      token,
      mappings: [
        { match: { path: "events" }, auth, messageTemplate: "{{action}}" },
        { match: { path: "large" }, auth, maxBodyBytes: 16 * MIB, messageTemplate: "{{action}}" },
        { match: { path: "huge" }, auth, maxBodyBytes: 24 * MIB, messageTemplate: "{{action}}" },
        { match: { path: "packed" }, maxBodyBytes: 32 * MIB, messageTemplate: "{{action}}" },
      ],
    },
  },
  { decompressor: createNodeDecompressor() },
);
// A gateway takes a moment for what is large: the event is in flight meanwhile.
const dispatch = (_action, { name }) =>
  name === "packed" ? new Promise((done) => setTimeout(done, 500)) : undefined;
const ingress = createIngress({ hooks, dispatch });
const { port } = await createHooksServer({ ingress }).listen();
console.log(`port ${port}`);
