// @ts-check
// A check → lines on the terminal and an exit code. Every tools/checks/check-*.mjs ends with it.
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * @typedef {object} CheckResult
 * @property {readonly string[]} problems one sentence each; none if the check passed
 * @property {string} summary what was checked, in one line
 */

/** The root of the workspace. */
export const workspace = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs `check` when its file was started, and does nothing when a test imports it.
 *
 * @param {string} moduleUrl the `import.meta.url` of the check
 * @param {(root: string) => CheckResult | Promise<CheckResult>} check
 */
export async function runCheck(moduleUrl, check) {
  // Compares real paths: in a linked folder, the check would otherwise be skipped silently.
  if (realpathSync(process.argv[1] ?? "") !== realpathSync(fileURLToPath(moduleUrl))) return;
  const { problems, summary } = await check(workspace);
  for (const problem of problems) console.error(`  ${problem}`);
  console.log(problems.length === 0 ? summary : `${summary}; problems: ${problems.length}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
