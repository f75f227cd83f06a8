// @ts-check
// The paths in the repository → those that another system cannot check out.
//
// Why: Windows limits a path to 260 characters, folder of the clone included, and refuses some names; its file system
// and that of macOS treat names that differ only in case as one.
import { execFileSync } from "node:child_process";
import { runCheck } from "./run-check.mjs";

/** Leaves half of the limit of Windows to the folder of the clone and to longer paths of a build. */
const MAX_LENGTH = 120;

/** Names of devices on Windows, in every folder and with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

const REFUSED_CHARACTERS = /[<>:"|?*\\\x00-\x1f]/;

/**
 * @param {readonly string[]} paths with `/` between folders
 * @returns {import("./run-check.mjs").CheckResult}
 */
export function checkPaths(paths) {
  const problems = [...paths.flatMap(checkPath), ...checkCase(paths)];
  return { problems, summary: `paths: ${paths.length} in the repository` };
}

/** @param {string} path @returns {readonly string[]} */
function checkPath(path) {
  const tooLong = path.length > MAX_LENGTH ? [`${path} has ${path.length} characters`] : [];
  const refused = path
    .split("/")
    .filter((name) => DEVICE.test(name) || REFUSED_CHARACTERS.test(name) || /[. ]$/.test(name))
    .map((name) => `${path}: Windows refuses the name "${name}"`);
  return [...tooLong, ...refused];
}

/** @param {readonly string[]} paths @returns {readonly string[]} */
function checkCase(paths) {
  /** @type {Map<string, string>} */
  const seen = new Map();
  return paths.flatMap((path) => {
    const other = seen.get(path.toLowerCase());
    seen.set(path.toLowerCase(), path);
    return other === undefined ? [] : [`${path} and ${other} differ in case only`];
  });
}

await runCheck(import.meta.url, (root) => {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  return checkPaths(listed.split("\0").filter((path) => path !== ""));
});
