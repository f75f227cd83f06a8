// @ts-check
// vitest's JSON report and exit code → the numbers of passed, failed and skipped tests.
import { readFileSync } from "node:fs";
import { reasonOfSkip } from "../test-support/skip-title.mjs";

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {Readonly<Record<string, number>>} skips reason, or title if it has none → number of skipped tests
 *
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests skipped ones
 * @property {number} numTodoTests
 * @property {readonly { status: string, assertionResults: readonly Assertion[] }[]} testResults files
 *
 * @typedef {{ status: string, fullName: string }} Assertion
 */

/**
 * @param {string} file
 * @param {boolean} succeeded whether vitest ended with exit code 0
 * @returns {Count}
 */
export function countVitest(file, succeeded) {
  const report = readReport(file);
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0, skips: {} };
  // A file that cannot be imported counts as one failure: the report has none of its tests.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + broken.length;
  return {
    passed: report.numPassedTests,
    // All tests passed, but vitest failed: an error outside of a test.
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    skips: countSkips(report),
  };
}

/** @param {Report} report */
function countSkips({ testResults }) {
  /** @type {Map<string, number>} */
  const skips = new Map();
  for (const { assertionResults } of testResults) {
    for (const { status, fullName } of assertionResults) {
      if (!["pending", "skipped", "todo"].includes(status)) continue;
      const reason = reasonOfSkip(fullName) ?? fullName;
      skips.set(reason, (skips.get(reason) ?? 0) + 1);
    }
  }
  return Object.fromEntries(skips);
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
