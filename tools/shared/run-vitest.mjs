// @ts-check
// Options of vitest → its numbers, its failures by name, and what it printed.
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
 * @param {{ title: string, options: readonly string[], live?: boolean }} run `live` false: prints only what failed
 * @returns {Promise<VitestRun>}
 */
export async function runVitest(root, { title, options, live = true }) {
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
    const succeeded = await runStep(root, { title, args, live, onFailure });
    return { count: countVitest(report, succeeded), failure };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
