// @ts-check
// A clone in any state → node_modules that agree with package-lock.json.
//
// Why: `npm test` and `npm run quickstart` must work on a fresh clone with nothing but Node and npm.
// So this file, and what it imports, must not use anything that npm installs.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { runStep } from "./run-step.mjs";

const workspace = fileURLToPath(new URL("../..", import.meta.url));

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {boolean} [optional] for one platform only, so it may be missing
 */

/**
 * @param {string} root of the workspace, or a folder with a lock of its own
 * @returns {Promise<boolean>} false if npm failed; what it printed is shown
 */
export async function ensureInstalled(root) {
  const [difference] = installDifferences(root);
  if (difference === undefined) return true;
  console.log(`${difference}: running npm ci`);
  // npm passes its own path to the scripts that it runs. On Windows, "npm" alone would need a shell.
  const npm = process.env["npm_execpath"];
  const args = ["ci", "--no-audit", "--no-fund"];
  return runStep(root, {
    title: ["npm ci", relative(workspace, root)].filter(Boolean).join(" in "),
    ...(npm === undefined ? { command: "npm", args } : { args: [npm, ...args] }),
  });
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
