// @ts-check
// Options of vitest → its numbers, its failures by name, and what it printed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countVitest } from "./count-vitest.mjs";
import { runStep } from "./run-step.mjs";

/** A limit of its own: node's grows with the memory of the machine, and is collected late. */
const SMALL_HEAP = ["--max-semi-space-size=8", "--max-old-space-size=1500"];

/** Each thread of a process takes memory from glibc in arenas of its own, and gives little of it back. */
const FEW_ARENAS = { MALLOC_ARENA_MAX: "2" };

/**
 * @typedef {object} VitestRun
 * @property {import("./count-vitest.mjs").Count} count
 * @property {string} failure what a run printed that failed; empty for one that passed
 *
 * @param {string} root the working directory
 * @param {{ title: string, options: readonly string[], coverage?: string }} run `coverage`: measures it as a part of several runs, and writes it to this file
 * @returns {Promise<VitestRun>}
 */
export async function runVitest(root, { title, options, coverage }) {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-test-"));
  const report = join(folder, "vitest.json");
  const reporters = [
    "--reporter=./tools/run/vitest-reporter.mjs",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  if (coverage !== undefined) {
    reporters.push("--coverage", "--reporter=blob", `--outputFile.blob=${coverage}`);
  }
  const args = [...SMALL_HEAP, "node_modules/vitest/vitest.mjs", "run", ...options, ...reporters];
  const env = {
    ...FEW_ARENAS,
    ...(coverage !== undefined && { HOOKWRIGHT_COVERAGE_PART: "1" }),
  };
  let failure = "";
  try {
    const onFailure = (/** @type {string} */ output) => {
      failure = output;
    };
    const succeeded = await runStep(root, { title, args, env, live: true, onFailure });
    return { count: countVitest(report, succeeded), failure };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
