// A route with GitHub's signature: HMAC, mapping, fence, dispatch, record, answer.
import { createHooksServer } from "@hookwright/adapter-node";
import { createNodeCrypto } from "@hookwright/config";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { report } from "./report.mjs";

let dispatched = 0;
let records = 0;

const secret = String(process.env["BENCH_TOKEN"]);
const hooks = compileHooks(
  {
    hooks: {
      enabled: true,
      token: `${secret}-of-the-hooks`,
      mappings: [
        {
          id: "github",
          match: { path: "github" },
          auth: { provider: "github", secret },
          name: "GitHub",
          messageTemplate: "{{action}} in {{repository.full_name}} by {{sender.login}}",
        },
      ],
    },
  },
  { crypto: createNodeCrypto() },
);
const ingress = createIngress({
  hooks,
  // Every request of the benchmark is the same, and would be a repeat.
  idempotency: false,
  dispatch: () => {
    dispatched += 1;
    return undefined;
  },
  observer: () => {
    records += 1;
  },
});
const hooksServer = createHooksServer({ ingress });
await hooksServer.listen();
report(hooksServer.server);
process.on("exit", () => dispatched + records);
