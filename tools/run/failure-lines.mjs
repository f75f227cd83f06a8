// @ts-check
// What vitest printed → the lines that name what failed.
//
// Why: a log of CI is often cut, and its end is what remains. There are thousands of lines between a
// failure and the end.
import { stripVTControlCharacters } from "node:util";

/** A test or a file, an error outside of tests with the file that caused it, and a coverage threshold. */
const NAMES_A_FAILURE =
  /^\s*(?:FAIL\s|ERROR: |This error originated in |(?:Unhandled|Uncaught) |⎯+ Unhandled|\w*Error: )/;

/** A run in which everything fails must not fill the end of the log either. */
const MAX_LINES = 60;

/**
 * @param {string} output
 * @returns {readonly string[]} each once, in order
 */
export function failureLines(output) {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .filter((line) => NAMES_A_FAILURE.test(line))
    .map((line) => line.trim());
  return [...new Set(lines)].slice(0, MAX_LINES);
}
