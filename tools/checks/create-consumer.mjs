// @ts-check
// The built packages → a project in a folder of its own that has installed them as users do: from tarballs.
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { npm } from "./npm.mjs";

const run = promisify(execFile);
const consumer = fileURLToPath(new URL("./consumer", import.meta.url));

/**
 * @typedef {object} Tarball
 * @property {string} name
 * @property {string} path absolute
 * @property {number} size in bytes, as it is downloaded
 * @property {number} unpackedSize in bytes
 * @property {readonly string[]} files relative to the package
 *
 * @typedef {object} Consumer
 * @property {readonly Tarball[]} tarballs in the order of the packages
 * @property {string} project the folder of tools/checks/consumer, with node_modules
 * @property {() => void} remove
 */

/**
 * @param {string} root of the workspace
 * @param {readonly { readonly folder: string }[]} packages built
 * @returns {Promise<Consumer>}
 */
export async function createConsumer(root, packages) {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-consumer-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const tarballs = await pack(root, packages, folder);
    const project = join(folder, "consumer");
    cpSync(consumer, project, { recursive: true });
    const { manifest, lock } = describeProject(root, packages, tarballs);
    writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(project, "package-lock.json"), JSON.stringify(lock));
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
    await npm(["ci", "--prefer-offline", "--ignore-scripts", ...quiet], { cwd: project });
    return { tarballs, project, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * @param {string} root
 * @param {readonly { readonly folder: string }[]} packages
 * @param {string} target
 * @returns {Promise<readonly Tarball[]>}
 */
export async function pack(root, packages, target) {
  const folders = packages.map(({ folder }) => `./${folder}`);
  const options = ["--json", "--loglevel=error", "--ignore-scripts", "--pack-destination", target];
  const packed = JSON.parse(await npm(["pack", ...options, ...folders], { cwd: root }));
  return packed.map((/** @type {any} */ { name, filename, size, unpackedSize, files }) => ({
    name,
    path: join(target, filename),
    size,
    unpackedSize,
    files: files.map((/** @type {{ path: string }} */ { path }) => path),
  }));
}

/**
 * With a lock of the versions that the workspace has, npm asks no registry what there is, and takes
 * all from its cache.
 *
 * @param {string} root
 * @param {readonly { readonly folder: string }[]} packages
 * @param {readonly Tarball[]} tarballs
 */
function describeProject(root, packages, tarballs) {
  const { devDependencies } = readJson(join(root, "package.json"));
  const workspace = readJson(join(root, "package-lock.json")).packages;
  const dependencies = Object.fromEntries(tarballs.map(({ name, path }) => [name, `file:${path}`]));
  const { libsql } = readJson(join(root, "packages/host/package.json")).devDependencies;
  // Node 20 has no SQLite of its own.
  const others = { "@types/node": devDependencies["@types/node"], libsql };
  const manifest = { name: "consumer", version: "0.0.0", private: true, type: "module" };
  const named = { ...manifest, dependencies, devDependencies: others };
  /** @type {Map<string, any>} path → entry of the lock; it grows while it is walked */
  const locked = new Map([["", named]]);
  const folders = new Map(
    tarballs.map(({ name }, index) => [`node_modules/${name}`, packages[index]?.folder ?? ""]),
  );
  for (const [index, { name, path }] of tarballs.entries()) {
    const folder = packages[index]?.folder ?? "";
    const { devDependencies: _, ...rest } = readJson(join(root, folder, "package.json"));
    locked.set(`node_modules/${name}`, { ...rest, resolved: `file:${path}` });
  }
  for (const [place, entry] of locked) {
    const wanted = {
      ...entry.dependencies,
      ...entry.optionalDependencies,
      ...entry.devDependencies,
    };
    for (const name of Object.keys(wanted)) {
      const path = ancestorsOf(place)
        .map((ancestor) => `${ancestor}node_modules/${name}`)
        .find((candidate) => locked.has(candidate) || inWorkspace(candidate) in workspace);
      if (path !== undefined && !locked.has(path)) locked.set(path, workspace[inWorkspace(path)]);
    }
  }
  const lock = { ...manifest, lockfileVersion: 3, requires: true };
  return { manifest: named, lock: { ...lock, packages: Object.fromEntries(locked) } };

  /**
   * What only one package of the workspace needs lies below its folder.
   *
   * @param {string} path of the project
   */
  function inWorkspace(path) {
    for (const [place, folder] of folders) {
      if (path.startsWith(`${place}/`)) return folder + path.slice(place.length);
    }
    return path;
  }
}

/**
 * Where Node looks for a package that is imported there, nearest first.
 *
 * @param {string} place "" or "node_modules/a/node_modules/b"
 * @returns {readonly string[]} each "" or with a slash at its end
 */
function ancestorsOf(place) {
  if (place === "") return [""];
  return [
    `${place}/`,
    ...ancestorsOf(place.slice(0, Math.max(0, place.lastIndexOf("node_modules/") - 1))),
  ];
}

/** @param {string} file @returns {any} */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/**
 * @param {readonly string[]} args a script and its arguments
 * @param {{ readonly cwd: string }} options
 * @returns {Promise<readonly string[]>} what it printed, where it failed
 */
export async function runNode(args, { cwd }) {
  try {
    await run(process.execPath, args, { cwd });
    return [];
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
    return [`${stdout}${stderr}`.trim()];
  }
}
