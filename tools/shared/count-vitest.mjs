// @ts-check
// vitest's JSON report and exit code → the numbers of passed, failed and skipped tests.
import { readFileSync } from "node:fs";

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 *
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests skipped ones
 * @property {number} numTodoTests
 * @property {readonly { status: string, assertionResults: readonly unknown[] }[]} testResults files
 */

/**
 * @param {string} file
 * @param {boolean} succeeded whether vitest ended with exit code 0
 * @returns {Count}
 */
export function countVitest(file, succeeded) {
  const report = readReport(file);
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  // A file that cannot be imported counts as one failure: the report has none of its tests.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + broken.length;
  return {
    passed: report.numPassedTests,
    // All tests passed, but vitest failed: a coverage threshold, or an error outside of a test.
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * @param {string} file
 * @returns {Report | undefined} undefined if vitest ended before it wrote one
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
