// @ts-check
// A working copy, a test file and titles → which of the tests fail there.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} ProofResult
 * @property {"ran" | "does not load" | "does not build" | "no end"} state
 * @property {readonly string[]} failed titles of which a test failed; a case runs on several targets
 * @property {readonly string[]} missing titles that no test has
 * @property {string} output the end of what was printed
 */

/** A law that fails is also made small, which takes some more time. */
const MAX_RUN_MS = 180_000;

/** Long, because on a busy machine a law that runs out of time would pass for one that notices. */
const TEST_TIMEOUT_MS = 60_000;

/**
 * @param {string} folder
 * @param {import("./claims.mjs").Proof} proof
 * @param {readonly string[]} titles of the tests, or lines that a check prints
 * @returns {Promise<ProofResult>}
 */
export function runProof(folder, proof, titles) {
  return proof.file.endsWith(".test.ts")
    ? runTests(folder, proof, titles)
    : runCheckOf(folder, proof, titles);
}

/**
 * @param {string} folder
 * @param {import("./claims.mjs").Proof} proof
 * @param {readonly string[]} titles
 * @returns {Promise<ProofResult>}
 */
async function runTests(folder, { file, timeoutMs = TEST_TIMEOUT_MS }, titles) {
  const report = join(folder, "claims-report.json");
  rmSync(report, { force: true });
  const pattern = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const projects = ["unit", "core", "slow", "laws"].flatMap((name) => ["--project", name]);
  const args = ["run", file, ...projects, "-t", pattern];
  args.push("--reporter=json", `--outputFile=${report}`, `--testTimeout=${timeoutMs}`);
  const { output, isKilled } = await run(folder, ["node_modules/vitest/vitest.mjs", ...args]);
  if (isKilled) return { state: "no end", failed: [], missing: [], output };
  const tests = readReport(report);
  if (tests.length === 0) return { state: "does not load", failed: [], missing: titles, output };
  const named = (/** @type {string} */ title) => tests.filter((test) => test.title === title);
  return {
    state: "ran",
    failed: titles.filter((title) => named(title).some(({ status }) => status === "failed")),
    missing: titles.filter((title) => named(title).length === 0),
    output,
  };
}

/**
 * @param {string} report
 * @returns {readonly { title: string, status: string }[]} the tests that were run
 */
function readReport(report) {
  try {
    /** @type {{ testResults: { assertionResults: { title: string, status: string }[] }[] }} */
    const { testResults } = JSON.parse(readFileSync(report, "utf8"));
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === "passed" || status === "failed");
  } catch {
    return [];
  }
}

/**
 * A check fails where it names the problem.
 *
 * @param {string} folder
 * @param {import("./claims.mjs").Proof} proof
 * @param {readonly string[]} lines
 * @returns {Promise<ProofResult>}
 */
async function runCheckOf(folder, { file, builds = [] }, lines) {
  for (const name of builds) {
    const built = await run(join(folder, name), [join(folder, "tools/build-package.mjs")]);
    if (built.exitCode === 0) continue;
    return { state: "does not build", failed: [], missing: [], output: built.output };
  }
  const { output, exitCode } = await run(folder, [file]);
  const failed = exitCode === 0 ? [] : lines.filter((line) => output.includes(line));
  return { state: "ran", failed, missing: [], output };
}

/**
 * @param {string} cwd
 * @param {readonly string[]} args of Node
 * @returns {Promise<{ exitCode: number | null, isKilled: boolean, output: string }>}
 */
function run(cwd, args) {
  return new Promise((resolve) => {
    // A process group of its own: a test that is killed leaves no workers behind.
    const env = { ...process.env, HOOKWRIGHT_HEAP_MB: "1500" };
    const child = spawn(process.execPath, args, { cwd, detached: true, env });
    let output = "";
    let isKilled = false;
    const keep = (/** @type {Buffer} */ text) => {
      output = (output + String(text)).slice(-10_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const timer = setTimeout(() => {
      isKilled = true;
      process.kill(-(/** @type {number} */ (child.pid)), "SIGKILL");
    }, MAX_RUN_MS);
    child.on("close", (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, isKilled, output });
    });
  });
}
