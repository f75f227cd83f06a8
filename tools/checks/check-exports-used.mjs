// @ts-check
// The sources of all packages → exported names that no other file imports, entries aside.
//
// Why: a reader assumes that an export is used elsewhere, and searches for its users.
import { measureSources } from "./measure-sources.mjs";
import { runCheck } from "./run-check.mjs";

/**
 * @param {string} root of the workspace
 * @returns {import("./run-check.mjs").CheckResult}
 */
export function checkExportsUsed(root) {
  const { total, unusedNames } = measureSources(root);
  return {
    problems: unusedNames.map((name) => `${name} is exported, and no other file imports it`),
    summary: `exports: ${total.exported} names, each with a user`,
  };
}

await runCheck(import.meta.url, checkExportsUsed);
