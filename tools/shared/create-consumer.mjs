// @ts-check
// The built packages → a project in a folder of its own that has installed them as users do: from tarballs.
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const consumer = fileURLToPath(new URL("../consumer", import.meta.url));

/**
 * @typedef {object} Tarball
 * @property {string} name
 * @property {string} path absolute
 * @property {number} unpackedSize in bytes
 * @property {readonly string[]} files relative to the package
 *
 * @typedef {object} Consumer
 * @property {readonly Tarball[]} tarballs in the order of the packages
 * @property {string} project the folder of tools/consumer, with node_modules
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
    writeFileSync(join(project, "package.json"), JSON.stringify(manifestOf(root, tarballs)));
    // What the workspace has installed comes from the cache of npm, and no registry is asked.
    const quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
    await npm(["install", "--prefer-offline", "--ignore-scripts", ...quiet], project);
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
async function pack(root, packages, target) {
  const folders = packages.map(({ folder }) => `./${folder}`);
  const options = ["--json", "--loglevel=error", "--ignore-scripts", "--pack-destination", target];
  const packed = JSON.parse(await npm(["pack", ...options, ...folders], root));
  return packed.map((/** @type {any} */ { name, filename, unpackedSize, files }) => ({
    name,
    path: join(target, filename),
    unpackedSize,
    files: files.map((/** @type {{ path: string }} */ { path }) => path),
  }));
}

/** @param {string} root @param {readonly Tarball[]} tarballs */
function manifestOf(root, tarballs) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const dependencies = tarballs.map(({ name, path }) => [name, `file:${path}`]);
  return {
    name: "consumer",
    private: true,
    type: "module",
    dependencies: Object.fromEntries(dependencies),
    devDependencies: { "@types/node": devDependencies["@types/node"] },
  };
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

/** @param {readonly string[]} args @param {string} cwd */
async function npm(args, cwd) {
  // npm names itself to the scripts that it runs; on Windows "npm" alone would need a shell.
  const script = process.env["npm_execpath"];
  const [command, first] = script === undefined ? ["npm", []] : [process.execPath, [script]];
  const { stdout } = await run(command, [...first, ...args], { cwd, maxBuffer: 1 << 26 });
  return stdout;
}
