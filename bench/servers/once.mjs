// A server with a keyed and a signed route; BENCH_ONCE=on remembers its events, in a small store.
import { createHooksServer } from "@hookwright/adapter-node";
import { createNodeCrypto } from "@hookwright/config";
import { compileHooks } from "@hookwright/core";
import { createIngress, createMemoryStore } from "@hookwright/core/ingress";
import { report } from "./report.mjs";

let dispatched = 0;
let records = 0;

const token = String(process.env["BENCH_TOKEN"]);
const messageTemplate = "{{action}} in {{repository.full_name}} by {{sender.login}}";
const hooks = compileHooks(
  {
    hooks: {
      enabled: true,
      token: `${token}-of-the-hooks`,
      mappings: [
        { match: { path: "keyed" }, messageTemplate },
        { match: { path: "signed" }, auth: { provider: "github", secret: token }, messageTemplate },
      ],
    },
  },
  { crypto: createNodeCrypto() },
);
const isOn = process.env["BENCH_ONCE"] === "on";
const ingress = createIngress({
  hooks,
  dispatch: () => {
    dispatched += 1;
    return undefined;
  },
  observer: () => {
    records += 1;
  },
  // The events of the benchmark come in a circle that is longer: none is ever a repeat.
  idempotency: isOn && createMemoryStore({ maxEntries: 2_000 }),
});
const hooksServer = createHooksServer({ ingress });
await hooksServer.listen();
report(hooksServer.server);
process.on("exit", () => dispatched + records);
