// @ts-check
// `npm run coverage`: all tests but laws, with the lines and branches that no test runs.
//
// Why apart from `npm test`: V8 counts every block, which makes tests slower, and whether enough runs
// depends on what the machine has installed. A failed test is the matter of `npm test`: it is shown here,
// but only a threshold that is missed fails this command.
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";
import { failureLines } from "./shared/failure-lines.mjs";
import { build, runStep } from "./shared/run-step.mjs";
import { runVitest } from "./shared/run-vitest.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const judges = { title: "SDKs of vendors, for tests", args: ["tools/judges/ensure.mjs"] };

async function findMissed() {
  const isReady =
    ensureInstalled(root) && (await runStep(root, build)) && (await runStep(root, judges));
  if (!isReady) return ["The tests could not be run."];

  const projects = ["unit", "core", "long", "judges"].flatMap((name) => ["--project", name]);
  // The table of the lines that no test runs is long: it is shown where a threshold is missed.
  const options = ["--coverage", ...projects];
  const run = { title: "tests with coverage", options, live: false };
  const { count, failure } = await runVitest(root, run);
  if (count.passed === 0) return ["No test ran."];
  return failureLines(failure).filter((line) => line.startsWith("ERROR: Coverage"));
}

const missed = await findMissed();
console.log(missed.length === 0 ? "All thresholds of coverage are met." : missed.join("\n"));
process.exitCode = missed.length === 0 ? 0 : 1;
