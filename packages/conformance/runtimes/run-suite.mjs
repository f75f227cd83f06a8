// @ts-check
// The suites on other runtimes: a suite and a runtime → its row of the table.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findGap } from "./known-gaps.mjs";
import { none } from "./other-rows.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The core and the HTTP cases: what Bun and Deno are for. */
const PORTABLE = ["packages/core", "packages/conformance"];

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {"bun" | "deno" | "node22" | "node24"} binary
 * @property {readonly string[]} before arguments for the runtime itself
 * @property {readonly string[]} folders none: all
 * @property {boolean} [isPart] runs only where it is named
 */

/** The store uses Node's own SQLite there, and on Node 20 another library. */
const HOST = ["packages/host", "packages/cli/test/host.slow.test.ts"];

/** @type {readonly Suite[]} */
export const SUITES = [
  { name: "node22", binary: "node22", before: [], folders: [] },
  { name: "node24", binary: "node24", before: [], folders: [] },
  // Parts of the rows above, by names of their own.
  { name: "host-node22", binary: "node22", before: [], folders: HOST, isPart: true },
  { name: "host-node24", binary: "node24", before: [], folders: HOST, isPart: true },
  { name: "bun", binary: "bun", before: ["--bun"], folders: PORTABLE },
  { name: "deno", binary: "deno", before: ["run", "-A"], folders: PORTABLE },
];

/** @typedef {import("./other-rows.mjs").Row} Row */

/**
 * @param {Suite} suite
 * @param {string} binary
 * @returns {Promise<Row>}
 */
export async function runSuite({ name, before, folders }, binary) {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-runtimes-"));
  const report = join(folder, "vitest.json");
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project=unit",
    "--project=core",
    "--project=slow",
    "--project=laws",
    "--testTimeout=120000",
  ];
  const reporters = ["--reporter=json", `--outputFile.json=${report}`];
  const version = await run(binary, ["--version"]);
  const output = await run(binary, [...before, ...vitest, ...reporters, ...folders]);
  const row = { name, version: /\d+\.\d+\.\d+/.exec(version)?.[0] ?? "", ...none() };
  try {
    return { ...row, ...count(name, JSON.parse(readFileSync(report, "utf8"))) };
  } catch {
    return { ...row, failed: 1, lines: [`  no report: ${output.slice(-2_000)}`] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @typedef {object} TestReport
 * @property {readonly { name: string, status: string, message?: string, assertionResults: readonly { fullName: string, status: string, failureMessages?: readonly string[] }[] }[]} testResults
 *
 * @param {string} runtime
 * @param {TestReport} report
 */
function count(runtime, { testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = tests.filter(({ status }) => status === "failed");
  const gaps = failures.filter(({ fullName }) => findGap(runtime, fullName) !== undefined);
  const failed = failures.filter((test) => !gaps.includes(test));
  // A file that cannot be imported has failed, and none of its tests is in the list.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  /** @type {Map<string, number>} */
  const reasons = new Map();
  for (const { fullName } of gaps) {
    const reason = findGap(runtime, fullName) ?? "";
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const passed = tests.filter(({ status }) => status === "passed").length;
  return {
    passed,
    failed: failed.length + broken.length,
    skipped: tests.length - failures.length - passed,
    gaps: gaps.length,
    lines: [
      ...failed.map(
        ({ fullName, failureMessages = [] }) =>
          `  ✗ ${fullName}\n    ${firstLine(failureMessages[0])}`,
      ),
      ...broken.map(({ name, message }) => `  ✗ ${name}\n    ${firstLine(message)}`),
      ...[...reasons].map(([reason, times]) => `  known, ${times}: ${reason}`),
    ],
  };
}

/** @param {string | undefined} text */
function firstLine(text = "") {
  return text.split("\n", 1)[0] ?? "";
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<string>} its output
 */
function run(command, args) {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: "1" };
    const options = { cwd: root, env, maxBuffer: 1 << 28 };
    execFile(command, args, options, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}
