// @ts-check
// A run of vitest → what failed, whole, a line per project, and the summary. What a passing test prints is not shown.
//
// Why: without a terminal, vitest prints a line per file and per slow test. For all tests these are two thousand, and
// a log of CI that is cut at its beginning loses a failure among them.
import { AgentReporter } from "vitest/node";

/** @typedef {import("vitest/node").TestModule} TestModule */

/** vitest calls the reporter that prints failures alone *agent*. */
export default class ShortReporter extends AgentReporter {
  /**
   * @param {readonly TestModule[]} testModules
   * @param {Parameters<AgentReporter["onTestRunEnd"]>[1]} errors outside of tests
   * @param {Parameters<AgentReporter["onTestRunEnd"]>[2]} reason
   * @override
   */
  onTestRunEnd(testModules, errors, reason) {
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
    const ms = modules.reduce((sum, module) => sum + module.diagnostic().duration, 0);
    const counts = `${modules.length} files${failed > 0 ? `, ${failed} failed` : ""}`;
    return `${failed > 0 ? "✗" : "✓"} ${name.padEnd(6)} ${counts}, ${(ms / 1000).toFixed(0)} s of tests`;
  });
}
