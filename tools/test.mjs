// @ts-check
// `npm test`: a clone in any state → all checks and tests, and a line with their numbers.
//
// Why one command: a contributor must be able to check everything without asking. It continues after a
// failure, so that one run shows all failures; only a failed build ends it.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure-installed.mjs";
import { failureLines } from "./shared/failure-lines.mjs";
import { build, runStep, TURBO } from "./shared/run-step.mjs";
import { runVitest } from "./shared/run-vitest.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Named again at the end: what is cut from a long log is its beginning. @type {string[]} */
const reasons = [];

/** @typedef {import("./shared/run-step.mjs").Step} Step */

/**
 * What must stand before a test begins: tests import the SDKs, and turbo writes again what was built.
 *
 * @type {readonly Step[]}
 */
const preparations = [
  { title: "SDKs of vendors, for tests", args: ["tools/judges/ensure.mjs"] },
  {
    title: "types of the examples",
    args: [TURBO, "run", "typecheck", "--output-logs=errors-only"],
  },
];

/**
 * Each counts as one test. The types of the packages are no check: a build fails with them.
 *
 * @type {readonly Step[]}
 */
const checks = [
  {
    title: "types of the tests, which have those of the SDKs",
    args: ["node_modules/typescript7/bin/tsc", "-p", "tsconfig.test.json"],
  },
  {
    title: "format and lint",
    args: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."],
  },
  ...readdirSync(join(root, "tools"))
    .filter((name) => /^check-[\w-]+\.mjs$/.test(name))
    .map((name) => ({ title: `tools/${name}`, args: [`tools/${name}`] })),
];

/** @typedef {import("./shared/count-vitest.mjs").Count} Count */

/** @returns {Promise<readonly Count[]>} */
async function runAll() {
  const isReady = ensureInstalled(root) && (await runStep(root, build));
  if (!isReady) return [{ passed: 0, failed: 1, skipped: 0, skips: {} }];

  const prepared = await Promise.all(preparations.map(runCheck));
  // A check keeps one core busy, and tests leave some of one: many of them wait.
  const [checked, { count, failure }] = await Promise.all([
    runChecks(),
    runVitest(root, { title: "tests", options: [] }),
  ]);
  reasons.push(...failureLines(failure));
  const results = [...prepared, ...checked];
  const failed = results.filter((passed) => !passed).length;
  return [{ passed: results.length - failed, failed, skipped: 0, skips: {} }, count];
}

/** @returns {Promise<readonly boolean[]>} */
async function runChecks() {
  const results = [];
  for (const check of checks) results.push(await runCheck(check));
  return results;
}

/** @param {Step} step @returns {Promise<boolean>} whether it succeeded */
function runCheck(step) {
  return runStep(root, { ...step, onFailure: () => reasons.push(`FAIL  ${step.title}`) });
}

/** @param {readonly Count[]} counts */
function describeSkips(counts) {
  return counts.flatMap(({ skips }) =>
    Object.entries(skips).map(([reason, number]) => `${number} skipped: ${reason}`),
  );
}

/**
 * @param {readonly Count[]} counts
 * @param {"passed" | "failed" | "skipped"} what
 */
function sumOf(counts, what) {
  return counts.reduce((sum, count) => sum + count[what], 0);
}

const counts = await runAll();
const [passed, failed, skipped] = [
  sumOf(counts, "passed"),
  sumOf(counts, "failed"),
  sumOf(counts, "skipped"),
];
if (reasons.length > 0) console.log(`\nWhat failed:\n${reasons.join("\n")}\n`);
for (const line of describeSkips(counts)) console.log(line);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;
