// @ts-check
// A clone in any state → node_modules that agree with package-lock.json.
//
// Why: `npm test` and `npm run quickstart` must work on a fresh clone with nothing but Node and npm.
// So this file, and what imports it, may use nothing that npm installs.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {boolean} [optional] for one platform only, so it may be missing
 */

/**
 * @param {string} root of the workspace
 * @returns {boolean} false if npm failed; npm has printed the reason
 */
export function ensureInstalled(root) {
  const [difference] = installDifferences(root);
  if (difference === undefined) return true;
  console.log(`${difference}: running npm ci`);
  return runNpm(root, ["ci", "--no-audit", "--no-fund"]).status === 0;
}

/**
 * Compares contents, not dates: Git changes the date of an unchanged lock, and npm may write its own
 * copy before or after the lock.
 *
 * @param {string} root
 * @returns {string[]} the differences between the lock and what is installed
 */
export function installDifferences(root) {
  const wanted = readLock(join(root, "package-lock.json"));
  const installed = readLock(join(root, "node_modules/.package-lock.json"));
  if (wanted === undefined) throw new Error("package-lock.json is missing or is not JSON");
  if (installed === undefined) return ["nothing is installed"];
  return Object.entries(wanted)
    .filter(([path]) => path.includes("node_modules/"))
    .filter(([path, entry]) => !isInstalled(entry, installed[path]))
    .map(([path]) => `${path} is not installed as package-lock.json says`);
}

/**
 * @param {string} file
 * @returns {Record<string, LockEntry> | undefined}
 */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * @param {LockEntry} wanted
 * @param {LockEntry | undefined} installed
 */
function isInstalled(wanted, installed) {
  if (installed === undefined) return wanted.optional === true;
  return installed.version === wanted.version;
}

/**
 * @param {string} root
 * @param {readonly string[]} args
 */
function runNpm(root, args) {
  // npm passes its own path to the scripts that it runs. On Windows, "npm" alone would need a shell.
  const npm = process.env["npm_execpath"];
  const [command, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
  return spawnSync(command, [...first, ...args], { cwd: root, stdio: "inherit" });
}
