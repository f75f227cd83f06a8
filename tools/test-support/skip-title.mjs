// @ts-check
// A title and the reason why its test is skipped here → the title that tells the reason.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const TELLS_REASON = /\(skipped: ([^)]+)\)/;

/**
 * @param {string} title
 * @param {string | undefined} reason a complete clause, such as "curl is not installed"; undefined if the test runs
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
 * @returns {string | undefined} why the test cannot run here, for `skipTitle`; undefined if it can
 */
export function noProgram(...names) {
  const missing = names.find((name) => !isOnPath(name));
  return missing === undefined ? undefined : `${missing} is not installed`;
}

/** A program is looked for and not started: one that hangs would hold up all tests. @param {string} name */
function isOnPath(name) {
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.some((folder) =>
    endings.some((ending) => isExecutable(join(folder, `${name}${ending}`))),
  );
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
