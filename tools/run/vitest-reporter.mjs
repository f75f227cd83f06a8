// @ts-check
// A run of vitest → what failed, whole, a line each 10 s and for each project, and the summary. What a passing test
// prints is not shown.
//
// Why: without a terminal, vitest prints a line per file and per slow test. For all tests these are two thousand, and
// a log of CI that is cut at its beginning loses a failure among them.
import { AgentReporter } from "vitest/node";

/** @typedef {import("vitest/node").TestModule} TestModule */

const PROGRESS_MS = 10_000;

/** A file that takes longer may belong to a slower project. */
const SLOW_MS = 3_000;

/** vitest calls the reporter that prints failures alone *agent*. */
export default class ShortReporter extends AgentReporter {
  /** @type {NodeJS.Timeout | undefined} */
  #progress;

  /**
   * @param {Parameters<AgentReporter["onTestRunStart"]>[0]} specifications
   * @override
   */
  onTestRunStart(specifications) {
    super.onTestRunStart(specifications);
    const start = performance.now();
    this.#progress = setInterval(() => {
      const modules = this.ctx.state.getTestModules();
      const ended = modules.filter((module) => !["queued", "pending"].includes(module.state()));
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      this.log(`… ${ended.length} of ${specifications.length} files, ${seconds} s`);
    }, PROGRESS_MS);
  }

  /**
   * @param {readonly TestModule[]} testModules
   * @param {Parameters<AgentReporter["onTestRunEnd"]>[1]} errors outside of tests
   * @param {Parameters<AgentReporter["onTestRunEnd"]>[2]} reason
   * @override
   */
  onTestRunEnd(testModules, errors, reason) {
    clearInterval(this.#progress);
    for (const line of projectLines(testModules)) this.log(line);
    super.onTestRunEnd(testModules, errors, reason);
  }
}

/**
 * @param {readonly TestModule[]} testModules
 * @returns {readonly string[]}
 */
function projectLines(testModules) {
  const names = [...new Set(testModules.map(({ project }) => project.name))].sort();
  return names.map((name) => {
    const modules = testModules.filter(({ project }) => project.name === name);
    const failed = modules.filter((module) => !module.ok()).length;
    // Files run beside each other: the sum is more than the time that passes.
    const ms = modules.reduce((sum, module) => sum + durationOf(module), 0);
    const slowest = modules.toSorted((a, b) => durationOf(b) - durationOf(a))[0];
    const names = slowest !== undefined && durationOf(slowest) > SLOW_MS;
    const slow = names ? `; slowest: ${describe(slowest)}` : "";
    const counts = `${modules.length} files${failed > 0 ? `, ${failed} failed` : ""}`;
    return `${failed > 0 ? "✗" : "✓"} ${name.padEnd(6)} ${counts}, ${(ms / 1000).toFixed(0)} s of tests${slow}`;
  });
}

/** @param {TestModule} module @returns {number} milliseconds */
function durationOf(module) {
  return module.diagnostic().duration;
}

/** @param {TestModule} module */
function describe(module) {
  return `${module.relativeModuleId} ${(durationOf(module) / 1000).toFixed(0)} s`;
}
