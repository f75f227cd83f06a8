// @ts-check
// A title and the reason why its test is skipped here → the title that tells the reason.
import { spawnSync } from "node:child_process";

const TELLS_REASON = /\(skipped: ([^)]+)\)/;

/**
 * @param {string} title
 * @param {string | undefined} reason a clause that stands by itself, such as "curl is not installed"; undefined where the test runs
 */
export function skipTitle(title, reason) {
  return reason === undefined ? title : `${title} (skipped: ${reason})`;
}

/**
 * @param {string} fullName titles of the groups and of the test
 * @returns {string | undefined}
 */
export function reasonOfSkip(fullName) {
  return TELLS_REASON.exec(fullName)?.[1];
}

/**
 * @param {readonly string[]} names programs that a test starts
 * @returns {string | undefined} why the test cannot run here, for `skipTitle`; undefined where it can
 */
export function noProgram(...names) {
  const missing = names.find((name) => spawnSync(name, ["--version"]).error !== undefined);
  return missing === undefined ? undefined : `${missing} is not installed`;
}
