// @ts-check
// A title and the reason why its test is skipped here → the title that tells the reason.

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
