// @ts-check
// The packages as npm would publish them → what is wrong with them, and whether a user can use them.
//
// Why: every other test runs on sources, and users get a tarball. Only this finds missing files, a wrong path in
// `exports`, or a declaration that compiles only in the workspace.
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { readImports } from "../build/read-imports.mjs";
import { createConsumer, runNode } from "./create-consumer.mjs";
import { readModule } from "./read-module.mjs";
import { readPackages } from "./read-packages.mjs";
import { runCheck } from "./run-check.mjs";
import { compareSizes, readSizes, reportedSizes } from "./sizes/compare-sizes.mjs";
import { measureEntries, measurePrograms } from "./sizes/measure-entries.mjs";

/**
 * check-manifests.mjs checks fields of manifests, READMEs and licences.
 *
 * @param {string} root of the workspace
 * @returns {Promise<import("./run-check.mjs").CheckResult>}
 */
export async function checkPackages(root) {
  const published = readPackages(root).filter(({ isPrivate }) => !isPrivate);
  const { tarballs, project, remove } = await createConsumer(root, published);
  try {
    const found = await Promise.all([
      ...published.map(({ folder }, index) => checkPackage(root, folder, tarballs[index])),
      useAll(root, project),
      findGrown(root, published, tarballs),
    ]);
    const problems = found.flat();
    const kilobytes = tarballs.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0) / 1000;
    const names = tarballs.map(({ name }) => name).join(", ");
    return { problems, summary: `packages: ${names}; ${kilobytes.toFixed(0)} kB unpacked in all` };
  } finally {
    remove();
  }
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {import("./create-consumer.mjs").Tarball | undefined} tarball
 * @returns {Promise<string[]>}
 */
async function checkPackage(root, folder, tarball) {
  const { path = "", files = [] } = tarball ?? {};
  const { publint } = await import("publint");
  const { messages, pkg } = await publint({ pkgDir: join(root, folder), strict: true });
  const { formatMessage } = await import("publint/utils");
  return [
    ...messages.map((message) => `${folder}: ${formatMessage(message, pkg)}`),
    ...findUnreachable(join(root, folder), files).map((file) => `${folder}: nothing uses ${file}`),
    ...(await checkTypes(root, path)).map((line) => `${folder}: ${line}`),
  ];
}

/**
 * @param {string} root
 * @param {readonly { readonly folder: string, readonly name: string }[]} published
 * @param {readonly import("./create-consumer.mjs").Tarball[]} tarballs
 */
async function findGrown(root, published, tarballs) {
  const entries = await measureEntries(root, published);
  const packed = tarballs.map(({ name, size, unpackedSize }) => [
    name,
    { packed: size, unpacked: unpackedSize },
  ]);
  const programs = await measurePrograms(root);
  const now = { entries, programs, tarballs: Object.fromEntries(packed) };
  return compareSizes(now, readSizes(root), reportedSizes(root));
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
    for (const specifier of specifiersOf(join(folder, file))) {
      if (!specifier.startsWith(".")) continue;
      const target = posix.join(posix.dirname(file), specifier);
      reached.add(file.endsWith(".d.ts") ? target.replace(/\.(?:js|ts)$/, ".d.ts") : target);
    }
  }
  // Files of a static page are used by its HTML.
  const isOfPage = (/** @type {string} */ file) =>
    files.includes(posix.join(posix.dirname(file), "index.html"));
  return files.filter(
    (file) => /\.(?:[mc]?js|ts|map)$/.test(file) && !reached.has(file) && !isOfPage(file),
  );
}

/** A module that is loaded by its address, since another package builds it. */
const BY_URL = /new URL\("(\.[^"]+\.js)", ?import\.meta\.url\)/g;

/** @param {string} file a built module, which has no one spelling, or declarations as tsc writes them */
function specifiersOf(file) {
  const text = readFileSync(file, "utf8");
  if (file.endsWith(".d.ts")) return readImports(text);
  const loaded = [...text.matchAll(BY_URL)].map(([, path = ""]) => path);
  return [...readModule(file).specifiers, ...loaded];
}

/** @param {string} folder */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** @param {string} root @param {string} tarball */
async function checkTypes(root, tarball) {
  const attw = join(root, "node_modules/@arethetypeswrong/cli/dist/index.js");
  const args = [attw, tarball, "--profile", "esm-only", "--format", "ascii"];
  return (await runNode(args, { cwd: root })).map((output) => `attw: ${output}`);
}

/**
 * Type-checks code against the installed tarballs, with their declarations checked, too, and runs it.
 *
 * @param {string} root
 * @param {string} cwd
 */
async function useAll(root, cwd) {
  const steps = [
    {
      title: "types",
      args: [join(root, "node_modules/typescript7/bin/tsc"), "-p", "tsconfig.json"],
    },
    { title: "run", args: ["use.mjs"] },
    { title: "command line", args: ["node_modules/hookwright/bin/hookwright.js", "--version"] },
  ];
  const found = await Promise.all(
    steps.map(async ({ title, args }) =>
      (await runNode(args, { cwd })).map(
        (output) => `a consumer of the tarballs fails (${title}): ${output}`,
      ),
    ),
  );
  return found.flat();
}

await runCheck(import.meta.url, checkPackages);
