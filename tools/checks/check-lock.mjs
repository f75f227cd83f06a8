// @ts-check
// package-lock.json and the package.json files → what would break `npm ci` on any machine.
//
// Why: npm omits binaries of other platforms from a lock if its registry lacks them, and `npm ci` then
// fails on a Mac. A private registry in `resolved` fails for everyone else. A range lets npm choose
// another version than the tested one.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runCheck } from "./run-check.mjs";

/**
 * @typedef {object} LockEntry
 * @property {string} [resolved]
 * @property {boolean} [link]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** The address that npm writes on a machine without a private registry. */
const PUBLIC_HOST = "registry.npmjs.org";

/** `1.2.3`, `1.2.3-beta.1`, or an alias of such a version: `npm:name@1.2.3`. */
const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/** Peer dependencies stay ranges, because the integrator chooses their version. */
const PINNED = ["dependencies", "devDependencies", "optionalDependencies"];

/**
 * @param {string} root of the workspace
 * @returns {import("./run-check.mjs").CheckResult}
 */
export function checkLock(root) {
  /** @type {{ packages: Record<string, LockEntry> }} */
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const entries = Object.entries(packages);
  const folders = entries.map(([path]) => path).filter((path) => !path.includes("node_modules"));
  const problems = [
    ...entries.flatMap(([path, entry]) => missingOptionals(path, entry, packages)),
    ...entries.flatMap(([path, { resolved }]) => foreignHost(path, resolved)),
    ...folders.flatMap((folder) => unpinned(root, folder)),
  ];
  return { problems, summary: `lock: ${entries.length} entries, ${folders.length} manifests` };
}

/**
 * @param {string} path
 * @param {LockEntry} entry
 * @param {Readonly<Record<string, LockEntry>>} packages
 */
function missingOptionals(path, { optionalDependencies = {} }, packages) {
  return Object.keys(optionalDependencies)
    .filter(
      (name) => !candidatesFor(path, name).some((candidate) => Object.hasOwn(packages, candidate)),
    )
    .map((name) => `package-lock.json: "${path}" wants "${name}", which the lock does not have`);
}

/**
 * The folders that Node searches for `name`, innermost first.
 *
 * @param {string} path
 * @param {string} name
 */
function candidatesFor(path, name) {
  const folders = path === "" ? [] : path.split("/");
  return [...folders.keys(), folders.length]
    .map((length) => folders.slice(0, length))
    .filter((parents) => parents.at(-1) !== "node_modules")
    .map((parents) => [...parents, "node_modules", name].join("/"));
}

/**
 * @param {string} path
 * @param {string} [resolved] a URL; the folder of a workspace; or nothing, as npm can be configured
 */
function foreignHost(path, resolved) {
  if (resolved === undefined || !/^[\w+]+:/.test(resolved)) return [];
  const { protocol, host } = new URL(resolved);
  if (protocol === "https:" && host === PUBLIC_HOST) return [];
  return [`package-lock.json: "${path}" was not resolved from the public registry`];
}

/**
 * @param {string} root
 * @param {string} folder
 */
function unpinned(root, folder) {
  const path = folder === "" ? "package.json" : `${folder}/package.json`;
  if (!existsSync(join(root, path)))
    return [`package-lock.json names ${path}, which does not exist`];
  const manifest = JSON.parse(readFileSync(join(root, path), "utf8"));
  return PINNED.flatMap((field) =>
    Object.entries(manifest[field] ?? {})
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => `${path}: ${field}.${name} is "${version}", not an exact version`),
  );
}

await runCheck(import.meta.url, checkLock);
