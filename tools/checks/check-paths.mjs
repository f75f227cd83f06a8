// @ts-check
// The paths in the repository → those that another system cannot check out.
//
// Why: Windows counts 260 characters from the drive on, and a clone stands somewhere; it refuses some names
// altogether; its file system and that of macOS take names that differ in case for one.
import { execFileSync } from "node:child_process";
import { runCheck } from "./run-check.mjs";

/** Leaves half of what Windows has to the folder of the clone, and to what a build makes of a path. */
const MAX_LENGTH = 120;

/** Devices have these names in every folder, whatever the extension. */
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
