// @ts-check
// Options of vitest → its numbers, its failures by name, and what it printed. Its output is shown as it comes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countVitest } from "./count-vitest.mjs";
import { runStep } from "./run-step.mjs";

/**
 * @typedef {object} VitestRun
 * @property {import("./count-vitest.mjs").Count} count
 * @property {string} failure what a run printed that failed; empty for one that passed
 *
 * @param {string} root the working directory
 * @param {{ title: string, options: readonly string[] }} run
 * @returns {Promise<VitestRun>}
 */
export async function runVitest(root, { title, options }) {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-test-"));
  const report = join(folder, "vitest.json");
  const reporters = [
    "--reporter=./tools/vitest-reporter.mjs",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const args = ["node_modules/vitest/vitest.mjs", "run", ...options, ...reporters];
  let failure = "";
  try {
    const onFailure = (/** @type {string} */ output) => {
      failure = output;
    };
    const succeeded = await runStep(root, { title, args, live: true, onFailure });
    return { count: countVitest(report, succeeded), failure };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
