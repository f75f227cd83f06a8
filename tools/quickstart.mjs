// @ts-check
// `npm run quickstart`: a clone in any state → the example server, with what it needs built.
//
// Why: the first look at the project must not begin with a list of commands.
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";
import { build, runStep } from "./shared/run-step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

if (ensureInstalled(root) && (await runStep(root, build))) {
  // In this process: the example reads its arguments (--once) from it, and Ctrl-C reaches it alone.
  await import("../examples/quickstart/run.mjs");
} else {
  process.exitCode = 1;
}
