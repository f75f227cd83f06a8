// @ts-check
// `npm run quickstart`: a clone in any state → the example server, after an install and a build.
//
// Why: the first look at the project must not begin with a list of commands.
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./run/ensure-installed.mjs";
import { build, runStep } from "./run/run-step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

if ((await ensureInstalled(root)) && (await runStep(root, build))) {
  // Runs in this process, so that the example gets its arguments (--once) and the Ctrl-C.
  await import("../examples/quickstart/run.mjs");
} else {
  process.exitCode = 1;
}
