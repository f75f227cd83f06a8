// @ts-check
// A registry that has our packages → what an install for each need brings: packages, bytes and seconds.
import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npm } from "../npm.mjs";

/** @typedef {{ readonly packages: number, readonly bytes: number, readonly seconds: number }} InstallSize */

/** @type {Readonly<Record<string, readonly string[]>>} */
export const NEEDS = {
  "check, test and serve a config": ["hookwright"],
  "the same, with transform modules": ["hookwright", "@hookwright/transforms"],
  "a host, on Node 22 and later": ["hookwright", "@hookwright/host"],
  "a host, on Node 20": ["hookwright", "@hookwright/host", "libsql"],
  mail: ["hookwright", "@hookwright/gmail", "@hookwright/host"],
  "the core in a Worker": ["@hookwright/core", "@hookwright/adapter-fetch"],
  "the core in a server of Node": ["@hookwright/core", "@hookwright/adapter-node"],
  "the types of a transform module": ["@hookwright/core"],
};

/**
 * Each is installed twice, into folders of their own: the first fills the cache of npm, the second is timed.
 *
 * @param {Readonly<Record<string, string>>} env of the registry
 * @returns {Promise<Readonly<Record<string, InstallSize>>>} by need
 */
export async function measureInstalls(env) {
  /** @type {Record<string, InstallSize>} */
  const sizes = {};
  for (const [need, names] of Object.entries(NEEDS)) {
    await install(names, env);
    sizes[need] = await install(names, env);
  }
  return sizes;
}

/** @param {readonly string[]} names @param {Readonly<Record<string, string>>} env @returns {Promise<InstallSize>} */
async function install(names, env) {
  const cwd = mkdtempSync(join(tmpdir(), "hookwright-install-"));
  try {
    writeFileSync(join(cwd, "package.json"), '{ "name": "reader", "private": true }');
    const start = performance.now();
    await npm(["install", "--no-audit", "--no-fund", "--loglevel=error", ...names], { cwd, env });
    const seconds = (performance.now() - start) / 1000;
    const modules = join(cwd, "node_modules");
    return { packages: countPackages(modules), bytes: bytesIn(modules), seconds };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** @param {string} modules a folder node_modules @returns {number} */
function countPackages(modules) {
  return list(modules)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@")
        ? list(join(modules, name)).map((inner) => join(modules, name, inner))
        : [join(modules, name)],
    )
    .reduce((sum, folder) => sum + 1 + countPackages(join(folder, "node_modules")), 0);
}

/** @param {string} folder @returns {number} of the files, as they were packed */
function bytesIn(folder) {
  return list(folder).reduce((sum, name) => {
    const path = join(folder, name);
    const facts = lstatSync(path);
    return sum + (facts.isDirectory() ? bytesIn(path) : facts.size);
  }, 0);
}

/** @param {string} folder @returns {readonly string[]} nothing where there is none */
function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
