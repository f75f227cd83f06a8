// @ts-check
// The packages as npm would publish them → what is wrong with them, and whether a user can use them.
//
// Why: every test here runs on sources. What users get is a tarball: files that are missing in it, a
// wrong path in `exports`, or a declaration that only compiles here, show nowhere else.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { readImports } from "./shared/read-imports.mjs";
import { readPackages } from "./shared/read-packages.mjs";
import { runCheck } from "./shared/run-check.mjs";

const consumer = fileURLToPath(new URL("consumer", import.meta.url));

/** What every tarball holds beside its modules. */
const REQUIRED = ["README.md", "LICENSE", "package.json"];

/**
 * @param {string} root of the workspace
 * @returns {Promise<import("./shared/run-check.mjs").CheckResult>}
 */
export async function checkPackages(root) {
  const published = readPackages(root).filter(({ isPrivate }) => !isPrivate);
  const folder = mkdtempSync(join(tmpdir(), "hookwright-packages-"));
  try {
    const tarballs = published.map(({ folder: one }) => pack(join(root, one), folder));
    const found = await Promise.all(
      published.map(({ folder: one }, index) => checkPackage(root, one, tarballs[index])),
    );
    const problems = [...found.flat(), ...useAll(root, folder, tarballs)];
    const kilobytes = tarballs.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0) / 1000;
    const names = tarballs.map(({ name }) => name).join(", ");
    return { problems, summary: `packages: ${names}; ${kilobytes.toFixed(0)} kB unpacked in all` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @typedef {object} Tarball
 * @property {string} name
 * @property {string} path absolute
 * @property {number} unpackedSize in bytes
 * @property {readonly string[]} files relative to the package
 */

/** @param {string} source folder of the package @param {string} target @returns {Tarball} */
function pack(source, target) {
  const output = npm(["pack", "--json", "--silent", "--pack-destination", target], source);
  const [{ name, filename, unpackedSize, files }] = JSON.parse(output);
  const paths = files.map((/** @type {{ path: string }} */ file) => file.path);
  return { name, path: join(target, filename), unpackedSize, files: paths };
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {Tarball | undefined} tarball
 * @returns {Promise<string[]>}
 */
async function checkPackage(root, folder, tarball) {
  const { path = "", files = [] } = tarball ?? {};
  const { publint } = await import("publint");
  const { messages, pkg } = await publint({ pkgDir: join(root, folder), strict: true });
  const { formatMessage } = await import("publint/utils");
  return [
    ...messages.map((message) => `${folder}: ${formatMessage(message, pkg)}`),
    ...REQUIRED.filter((file) => !files.includes(file)).map((file) => `${folder} lacks ${file}`),
    ...findUnreachable(join(root, folder), files).map((file) => `${folder}: nothing uses ${file}`),
    ...checkTypes(root, path).map((line) => `${folder}: ${line}`),
  ];
}

/**
 * Follows the imports of what `exports` and `bin` name.
 *
 * @param {string} folder absolute
 * @param {readonly string[]} files of the tarball
 */
function findUnreachable(folder, files) {
  const { exports = {}, bin = {}, entries = [] } = readManifest(folder);
  const targets = [...Object.values(exports), ...Object.values(bin)].flatMap((target) =>
    typeof target === "string" ? [target] : Object.values(/** @type {object} */ (target)),
  );
  const own = entries.map((/** @type {string} */ entry) => `dist/${entry}.js`);
  const reached = new Set([...targets, ...own].map((target) => posix.normalize(target)));
  for (const file of reached) {
    if (!/\.(?:[mc]?js|d\.ts)$/.test(file) || !files.includes(file)) continue;
    for (const specifier of readImports(readFileSync(join(folder, file), "utf8"))) {
      if (!specifier.startsWith(".")) continue;
      const target = posix.join(posix.dirname(file), specifier);
      reached.add(file.endsWith(".d.ts") ? target.replace(/\.(?:js|ts)$/, ".d.ts") : target);
    }
  }
  return files.filter((file) => /\.(?:[mc]?js|ts|map)$/.test(file) && !reached.has(file));
}

/** @param {string} folder */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** @param {string} root @param {string} tarball @returns {string[]} */
function checkTypes(root, tarball) {
  const attw = join(root, "node_modules/@arethetypeswrong/cli/dist/index.js");
  try {
    execFileSync(process.execPath, [attw, tarball, "--profile", "esm-only", "--format", "ascii"], {
      stdio: "pipe",
    });
    return [];
  } catch (error) {
    return [`attw: ${String(/** @type {{ stdout?: unknown }} */ (error).stdout)}`];
  }
}

/**
 * Installs all tarballs as a user would, type-checks code against them with declarations checked,
 * too, and runs it.
 *
 * @param {string} root
 * @param {string} folder
 * @param {readonly Tarball[]} tarballs
 * @returns {string[]}
 */
function useAll(root, folder, tarballs) {
  const project = join(folder, "consumer");
  cpSync(consumer, project, { recursive: true });
  const dependencies = Object.fromEntries(tarballs.map(({ name, path }) => [name, `file:${path}`]));
  const types = { "@types/node": readManifest(root).devDependencies["@types/node"] };
  const manifest = { name: "consumer", private: true, type: "module" };
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ ...manifest, dependencies: { ...dependencies, ...types } }),
  );
  npm(["install", "--no-audit", "--no-fund", "--prefer-offline", "--silent"], project);
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const steps = [
    ["types", [tsc, "-p", "tsconfig.json"]],
    ["run", ["use.mjs"]],
    ["command line", ["node_modules/hookwright/bin/hookwright.mjs", "--version"]],
  ];
  return steps.flatMap(([title, args]) => {
    try {
      execFileSync(process.execPath, /** @type {string[]} */ (args), {
        cwd: project,
        stdio: "pipe",
      });
      return [];
    } catch (error) {
      const { stdout, stderr } = /** @type {{ stdout?: unknown, stderr?: unknown }} */ (error);
      return [`a consumer of the tarballs fails (${title}): ${stdout}${stderr}`];
    }
  });
}

/** @param {readonly string[]} args @param {string} cwd @returns {string} */
function npm(args, cwd) {
  return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

await runCheck(import.meta.url, checkPackages);
