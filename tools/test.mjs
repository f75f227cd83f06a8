// @ts-check
// `npm test`: a clone in any state → all checks and tests, and a line with their numbers.
//
// Why one command: a contributor must be able to check everything without asking. It continues after a
// failure, so that one run shows all failures; only a failed build ends it.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";
import { countVitest } from "./shared/count-vitest.mjs";
import { build, runStep, TURBO } from "./shared/run-step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Each check counts as one test. */
const checks = [
  { title: "SDKs of vendors, for tests", args: ["tools/judges/ensure.mjs"] },
  {
    title: "types of the packages",
    args: [TURBO, "run", "typecheck", "--output-logs=errors-only"],
  },
  {
    title: "types of the tests",
    args: ["node_modules/typescript/bin/tsc", "-p", "tsconfig.test.json"],
  },
  {
    title: "format and lint",
    args: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."],
  },
  ...readdirSync(join(root, "tools"))
    .filter((name) => /^check-[\w-]+\.mjs$/.test(name))
    .map((name) => ({ title: `tools/${name}`, args: [`tools/${name}`] })),
];

/** @returns {Promise<import("./shared/count-vitest.mjs").Count>} */
async function runAll() {
  const isReady = ensureInstalled(root) && (await runStep(root, build));
  if (!isReady) return { passed: 0, failed: 1, skipped: 0 };

  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const check of checks) count[(await runStep(root, check)) ? "passed" : "failed"] += 1;
  const tests = await runVitest();
  return {
    passed: count.passed + tests.passed,
    failed: count.failed + tests.failed,
    skipped: tests.skipped,
  };
}

async function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-test-"));
  const report = join(folder, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = ["node_modules/vitest/vitest.mjs", "run", "--coverage", ...reporters];
  try {
    const succeeded = await runStep(root, { title: "tests with coverage", args, live: true });
    return countVitest(report, succeeded);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { passed, failed, skipped } = await runAll();
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;
