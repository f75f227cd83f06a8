// @ts-check
// `npm test`: a clone in any state → the fast checks, which need only Node and npm, and a line with the numbers.
//
//   npm test              installs, builds, checks types and lint, runs the projects `core` and `unit`
//   npm run test:all      and what takes long or needs more: `slow`, `laws`, `sdks`, recipes, tools/checks/check-*.mjs
//   node tools/test.mjs --rest      what `npm test` leaves out, for CI, which has run that before
//   … --coverage          also measures coverage; the run that ends with the rest adds up and checks the thresholds
//
// It continues after a failure, so that one run shows all failures; only a failed build ends it.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./run/ensure-installed.mjs";
import { failureLines } from "./run/failure-lines.mjs";
import { build, runStep } from "./run/run-step.mjs";
import { runVitest } from "./run/run-vitest.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const { values: flags } = parseArgs({
  options: {
    all: { type: "boolean" },
    rest: { type: "boolean" },
    coverage: { type: "boolean" },
  },
});
const isFast = flags.rest !== true;
const isRest = flags.rest === true || flags.all === true;

/** The rules of `npm run lint`. */
const LINTS = new Set(["check-layers.mjs", "check-lock.mjs"]);

/** Repeated at the end, because CI cuts long logs at the beginning. @type {string[]} */
const reasons = [];

/** @typedef {import("./run/run-step.mjs").Step} Step */
/** @typedef {import("./run/count-vitest.mjs").Count} Count */
/** @typedef {{ title: string, projects: readonly string[], shard?: string, isCovered?: boolean }} Run */

const TSC = "node_modules/typescript7/bin/tsc";

/**
 * What `npm run lint` checks, and the types of the tests. Each counts as one test. A build checks the types of the
 * packages.
 *
 * @type {readonly Step[]}
 */
const fastChecks = [
  typesOf("the tests of core", "tools/checks/types/tsconfig.core.json"),
  typesOf("the tests of unit", "tools/checks/types/tsconfig.unit.json"),
  {
    title: "format and lint",
    args: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."],
  },
  ...checksOf((name) => LINTS.has(name)),
];

/** @type {readonly Step[]} */
const slowChecks = [
  typesOf("the other tests, with SDKs", "tools/checks/types/tsconfig.slow.json"),
  ...checksOf((name) => !LINTS.has(name)),
  { title: "recipes", args: ["docs/tools/recipe-tests.mjs"] },
];

/**
 * One after the other, each in processes of its own. A worker keeps the modules of all its files, so the halves of
 * `unit` fit into a gigabyte, and the whole does not.
 *
 * @type {readonly Run[]}
 */
const fastRuns = [
  { title: "tests: core", projects: ["core"] },
  { title: "tests: unit, first half", projects: ["unit"], shard: "1/2" },
  { title: "tests: unit, second half", projects: ["unit"], shard: "2/2" },
];

/** Coverage makes laws several times as slow, and they add nothing to it. @type {readonly Run[]} */
const slowRuns = [
  { title: "tests: slow, sdks", projects: ["slow", "sdks"] },
  { title: "tests: laws", projects: ["laws"], isCovered: false },
];

const coverage = join(root, "node_modules/.cache/hookwright/coverage");

/** @returns {Promise<readonly Count[]>} */
async function runAll() {
  const isReady = (await ensureInstalled(root)) && (await runStep(root, build));
  if (!isReady) return [countOf([false])];
  const start = performance.now();
  if (isFast) rmSync(coverage, { recursive: true, force: true });
  const counts = [
    // One at a time: each takes what two cores have, and memory.
    ...(isFast ? [countOf(await runChecks(fastChecks)), ...(await runTests(fastRuns))] : []),
    ...(isRest ? await runRest() : []),
    ...(isRest && flags.coverage ? [countOf([await checkCoverage()])] : []),
  ];
  console.log(`After install and build: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  return counts;
}

/** A check keeps one core busy; many tests wait, and leave part of one free. */
async function runRest() {
  const sdks = {
    title: "SDKs of vendors, for tests",
    args: ["packages/conformance/judges/ensure.mjs"],
  };
  const installed = await runCheck(sdks);
  const [checks, tests] = await Promise.all([runChecks(slowChecks), runTests(slowRuns)]);
  return [countOf([installed, ...checks]), ...tests];
}

/** @param {readonly Step[]} checks */
async function runChecks(checks) {
  const results = [];
  for (const check of checks) results.push(await runCheck(check));
  return results;
}

/** @param {Step} step @returns {Promise<boolean>} whether it succeeded */
function runCheck(step) {
  return runStep(root, { ...step, onFailure: () => reasons.push(`FAIL  ${step.title}`) });
}

/** @param {readonly Run[]} runs */
async function runTests(runs) {
  const counts = [];
  for (const [at, { title, projects, shard, isCovered = flags.coverage }] of runs.entries()) {
    const options = projects.flatMap((name) => ["--project", name]);
    const { count, failure } = await runVitest(root, {
      title,
      options: shard === undefined ? options : [...options, `--shard=${shard}`],
      ...(isCovered && { coverage: join(coverage, `${projects.join("-")}-${at}.json`) }),
    });
    reasons.push(...failureLines(failure));
    counts.push(count);
  }
  return counts;
}

/** The table of uncovered lines is long, so it is printed only if a threshold is missed. */
function checkCoverage() {
  const merge = [
    `--merge-reports=${coverage}`,
    "--coverage",
    "--reporter=./tools/run/vitest-reporter.mjs",
  ];
  return runStep(root, {
    title: "thresholds of coverage",
    args: ["node_modules/vitest/vitest.mjs", "run", ...merge],
    onFailure: (output) => {
      const missed = failureLines(output).filter((line) => line.startsWith("ERROR: Coverage"));
      reasons.push("FAIL  thresholds of coverage", ...missed);
    },
  });
}

/** @param {string} what @param {string} config @returns {Step} */
function typesOf(what, config) {
  return {
    title: `types of ${what}`,
    args: [TSC, "-p", config, "--checkers", "2"],
    // Go collects garbage at twice what is in use; here earlier.
    env: { GOGC: "50" },
  };
}

/** @param {(name: string) => boolean} isWanted @returns {Step[]} */
function checksOf(isWanted) {
  return readdirSync(join(root, "tools/checks"))
    .filter((name) => /^check-[\w-]+\.mjs$/.test(name) && isWanted(name))
    .map((name) => ({ title: name, args: [`tools/checks/${name}`] }));
}

/** @param {readonly boolean[]} results @returns {Count} */
function countOf(results) {
  const failed = results.filter((passed) => !passed).length;
  return { passed: results.length - failed, failed, skipped: 0, skips: {} };
}

const counts = await runAll();
const sumOf = (/** @type {"passed" | "failed" | "skipped"} */ what) =>
  counts.reduce((sum, count) => sum + count[what], 0);
const [failed, skipped] = [sumOf("failed"), sumOf("skipped")];
if (reasons.length > 0) console.log(`\nWhat failed:\n${reasons.join("\n")}\n`);
for (const { skips } of counts) {
  for (const [reason, number] of Object.entries(skips)) console.log(`${number} skipped: ${reason}`);
}
const more = skipped > 0 ? `, ${skipped} skipped` : "";
console.log(`${sumOf("passed")} passed, ${failed} failed${more}`);
process.exitCode = failed === 0 ? 0 : 1;
