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
import { failureLines } from "./shared/failure-lines.mjs";
import { build, runStep, TURBO } from "./shared/run-step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Named again at the end: what is cut from a long log is its beginning. @type {string[]} */
const reasons = [];

/**
 * Chains of checks; each check counts as one test. The types of the packages are no check: a build fails with them.
 *
 * @type {readonly (readonly import("./shared/run-step.mjs").Step[])[]}
 */
const checks = [
  [
    { title: "SDKs of vendors, for tests", args: ["tools/judges/ensure.mjs"] },
    {
      title: "types of the tests, which have those of the SDKs",
      args: ["node_modules/typescript/bin/tsc", "-p", "tsconfig.test.json"],
    },
  ],
  [
    {
      title: "types of the examples",
      args: [TURBO, "run", "typecheck", "--output-logs=errors-only"],
    },
  ],
  [
    {
      title: "format and lint",
      args: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."],
    },
  ],
  ...readdirSync(join(root, "tools"))
    .filter((name) => /^check-[\w-]+\.mjs$/.test(name))
    .map((name) => [{ title: `tools/${name}`, args: [`tools/${name}`] }]),
];

/** @returns {Promise<import("./shared/count-vitest.mjs").Count>} */
async function runAll() {
  const isReady = ensureInstalled(root) && (await runStep(root, build));
  if (!isReady) return { passed: 0, failed: 1, skipped: 0 };

  const results = await runTwoAtATime(checks);
  const failures = results.filter((passed) => !passed).length;
  const checked = { passed: results.length - failures, failed: failures, skipped: 0 };
  // V8 counts every block for coverage, which makes laws and bounds several times as slow.
  const covered = [
    "--coverage",
    ...["unit", "core", "long", "judges"].flatMap((name) => ["--project", name]),
  ];
  const tests = await runVitest("tests with coverage", covered);
  const laws = await runVitest("laws", ["--project", "laws"]);
  return [checked, tests, laws].reduce((sum, { passed, failed, skipped }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    skipped: sum.skipped + skipped,
  }));
}

/**
 * Most checks keep one core busy, and any machine has two.
 *
 * @param {readonly (readonly import("./shared/run-step.mjs").Step[])[]} chains
 * @returns {Promise<boolean[]>} whether each step succeeded
 */
async function runTwoAtATime(chains) {
  const left = [...chains];
  /** @type {boolean[]} */
  const results = [];
  const work = async () => {
    for (let chain = left.shift(); chain !== undefined; chain = left.shift()) {
      for (const step of chain) {
        const onFailure = () => reasons.push(`FAIL  ${step.title}`);
        results.push(await runStep(root, { ...step, onFailure }));
      }
    }
  };
  await Promise.all([work(), work()]);
  return results;
}

/**
 * @param {string} title
 * @param {readonly string[]} options
 */
async function runVitest(title, options) {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-test-"));
  const report = join(folder, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = ["node_modules/vitest/vitest.mjs", "run", ...options, ...reporters];
  try {
    const onFailure = (/** @type {string} */ output) => reasons.push(...failureLines(output));
    const succeeded = await runStep(root, { title, args, live: true, onFailure });
    return countVitest(report, succeeded);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { passed, failed, skipped } = await runAll();
if (reasons.length > 0) console.log(`\nWhat failed:\n${reasons.join("\n")}\n`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;
