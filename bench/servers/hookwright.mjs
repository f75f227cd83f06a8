// The whole contract: token, limits, record, mapping, fence, dispatch, answer.
import { createHooksServer } from "@hookwright/adapter-node";
import { compileHooks } from "@hookwright/core";
import { createIngress } from "@hookwright/core/ingress";
import { report } from "./report.mjs";

let dispatched = 0;
let records = 0;

const hooks = compileHooks({
  hooks: {
    enabled: true,
    token: String(process.env["BENCH_TOKEN"]),
    mappings: [
      {
        id: "github",
        match: { path: "github", headers: { "x-github-event": "push" } },
        name: "GitHub",
        sessionKey: "hook:github:{{sender.login}}",
        messageTemplate: "{{action}} in {{repository.full_name}} by {{sender.login}}",
      },
    ],
  },
});
const ingress = createIngress({
  hooks,
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
