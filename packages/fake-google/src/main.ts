// node dist/main.js [--port 0] [--account you@gmail.com] [--project demo-project] [--speed 1] [--settings JSON] [--shell]
//
// Runs the local Google until it is stopped. Prints one line of JSON: its address, and the environment that points
// `hookwright gmail` to it; with --shell, commands that set the same in a shell. Control it by HTTP, see
// control-routes.ts.
import { parseArgs } from "node:util";
import type { FakeSettings } from "./settings.ts";
import { startFakeGoogle } from "./start-fake-google.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    account: { type: "string" },
    project: { type: "string" },
    speed: { type: "string", default: "1" },
    settings: { type: "string", default: "{}" },
    shell: { type: "boolean", default: false },
  },
});

const google = await startFakeGoogle({
  port: Number(values.port),
  speed: Number(values.speed),
  ...(values.account !== undefined && { account: values.account }),
  ...(values.project !== undefined && { projectId: values.project }),
  ...(JSON.parse(values.settings) as Partial<FakeSettings>),
});
const { url, environment, settings } = google;
const line = { url, control: `${url}/_control`, account: settings.account, environment };
const exports = Object.entries({ URL: url, ...environment }).map(
  ([name, value]) => `export ${name}=${value}\n`,
);
process.stdout.write(values.shell ? exports.join("") : `${JSON.stringify(line)}\n`);

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    void google.close();
  });
}
