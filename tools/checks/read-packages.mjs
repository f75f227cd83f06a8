// @ts-check
// The workspace → its packages, with the source of each published entry.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} WorkspacePackage
 * @property {string} folder such as "packages/core"
 * @property {string} name
 * @property {boolean} isPrivate
 * @property {readonly string[]} dependencies names of dependencies (peer and optional ones, too) and bundled packages
 * @property {readonly Entry[]} entries the modules that it publishes
 *
 * @typedef {object} Entry
 * @property {string} specifier such as "@hookwright/core/ingress"
 * @property {string} built relative to the package, such as "dist/ingress/index.js"
 * @property {string} source relative to the package, such as "src/ingress/index.ts"
 */

const PRIVATE = ["@hookwright/base", "@hookwright/node-kit", "@hookwright/studio"];

/**
 * @param {string} root
 * @returns {WorkspacePackage[]} the packages below packages/, in the order of their names
 */
export function readPackages(root) {
  return readdirSync(join(root, "packages"))
    .sort()
    .map((name) => readPackage(root, `packages/${name}`));
}

/**
 * @param {readonly WorkspacePackage[]} packages
 * @returns {Map<string, string>} specifier → source file, relative to the root
 */
export function sourceEntries(packages) {
  return new Map(
    packages.flatMap(({ folder, entries }) =>
      entries.map(({ specifier, source }) => [specifier, `${folder}/${source}`]),
    ),
  );
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {WorkspacePackage}
 */
function readPackage(root, folder) {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  return {
    folder,
    name: manifest.name,
    isPrivate: manifest.private === true,
    dependencies: [
      ...Object.keys({
        ...manifest.dependencies,
        ...manifest.optionalDependencies,
        ...manifest.peerDependencies,
      }),
      ...(manifest.bundles ?? []),
      // Packages of the workspace that nobody can install are bundled, too.
      ...Object.keys(manifest.devDependencies ?? {}).filter((one) => PRIVATE.includes(one)),
    ],
    entries: Object.entries(manifest.exports ?? {}).flatMap(([key, target]) =>
      readEntry(`${manifest.name}${key.slice(1)}`, target?.default),
    ),
  };
}

/**
 * @param {string} specifier
 * @param {unknown} target such as "./dist/index.js"; other files, such as a schema, are not modules
 * @returns {Entry[]}
 */
function readEntry(specifier, target) {
  if (typeof target !== "string" || !/^\.\/dist\/.*\.js$/.test(target)) return [];
  const built = target.slice("./".length);
  return [{ specifier, built, source: built.replace(/^dist/, "src").replace(/js$/, "ts") }];
}
