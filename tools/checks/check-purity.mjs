// @ts-check
// The built core → every module that it imports, and what would not run outside of Node.
//
// Why: the core promises to run on Workers, in browsers and under a strict CSP. Rules about
// sources do not cover dependencies, so this follows the imports of the published files, and then
// starts them with code generation switched off.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { builtinModules, createRequire, isBuiltin } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { listFiles } from "./list-files.mjs";
import { readModule } from "./read-module.mjs";
import { readPackages } from "./read-packages.mjs";
import { runCheck } from "./run-check.mjs";

const TSC = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript7/package.json")));

/** Type libraries of platforms. The core declares the few web types that it needs. */
const PLATFORM_LIBRARY = /dom|worker|scripthost/i;

/**
 * @param {string} root of the workspace
 * @returns {import("./run-check.mjs").CheckResult}
 */
export function checkPurity(root, folder = "packages/core") {
  const { entries = [] } = readPackages(root).find((one) => one.folder === folder) ?? {};
  // An entry for Node is compiled apart, and no other imports it.
  const files = entries
    .filter(({ specifier }) => !specifier.endsWith("/node"))
    .map(({ built }) => join(root, folder, built));
  const missing = files.filter((file) => !existsSync(file));
  if (entries.length === 0 || missing.length > 0) {
    return { problems: [`${folder} is not built: run npm run build`], summary: "purity: no files" };
  }
  const { walked, problems } = walkModules(root, files);
  const own = walked.filter((file) => file.startsWith(`${folder}/`)).length;
  const others = walked.filter((file) => !file.startsWith(`${folder}/`));
  return {
    problems: [
      ...problems,
      ...files.flatMap((file) => startFailure(root, file)),
      ...checkCompilerOptions(root, `${folder}/tsconfig.json`),
      ...checkReferences(root, `${folder}/src`),
    ],
    summary: [`purity: ${own} files of ${folder}, and`, ...others].join("\n  "),
  };
}

/**
 * @param {string} root
 * @param {readonly string[]} files absolute
 */
function walkModules(root, files) {
  const found = new Set(files);
  /** @type {string[]} */
  const problems = [];
  for (const file of found) {
    const { specifiers, faults } = readModule(file);
    const name = pathBelow(root, file);
    problems.push(...faults.map((fault) => `${name}:${fault}`));
    for (const specifier of specifiers) {
      if (isBuiltin(specifier)) problems.push(`${name} imports the Node module "${specifier}"`);
      // `require` resolves like `import` if a library publishes one file for both.
      else found.add(createRequire(file).resolve(specifier));
    }
  }
  return { walked: [...found].map((file) => pathBelow(root, file)), problems };
}

/**
 * @param {string} root
 * @param {string} file absolute
 * @returns {string[]} a problem if the entry cannot be imported where `eval` is forbidden
 */
function startFailure(root, file) {
  const script = `await import(${JSON.stringify(pathToFileURL(file).href)});`;
  const flags = ["--disallow-code-generation-from-strings", "--input-type=module", "-e"];
  try {
    execFileSync(process.execPath, [...flags, script], { stdio: "pipe" });
    return [];
  } catch (error) {
    const text = /^\w*Error.*$/m.exec(String(Reflect.get(Object(error), "stderr")))?.[0];
    return [`${pathBelow(root, file)} does not start without eval: ${text ?? "it exits"}`];
  }
}

/**
 * @param {string} root
 * @param {string} config
 * @returns {string[]}
 */
function checkCompilerOptions(root, config) {
  const shown = execFileSync(process.execPath, [TSC, "--showConfig", "-p", join(root, config)]);
  const { types, lib } = JSON.parse(String(shown)).compilerOptions;
  const platforms = [lib ?? "the default"].flat().filter((name) => isPlatformLibrary(name));
  return [
    ...(Array.isArray(types) && types.length === 0 ? [] : [`${config}: "types" must be []`]),
    ...platforms.map((name) => `${config}: "lib" must not have ${name}`),
  ];
}

/** @param {string} name without a `lib`, TypeScript adds the DOM */
function isPlatformLibrary(name) {
  return name === "the default" || PLATFORM_LIBRARY.test(name);
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]} the files that add types despite the compiler options
 */
function checkReferences(root, folder) {
  return listFiles(root, /(?<!\.test)\.ts$/, folder)
    .filter((file) => /^\/\/\/\s*<reference/m.test(readFileSync(join(root, file), "utf8")))
    .map((file) => `${file} has a /// <reference>`);
}

/**
 * @param {string} root
 * @param {string} file
 */
function pathBelow(root, file) {
  return relative(root, file).replaceAll("\\", "/");
}

/** Packages that run wherever JavaScript runs. */
const PURE = ["packages/base", "packages/template", "packages/signatures", "packages/core"];

/** Entries that a page imports, of packages that also have entries for Node. */
const OF_PAGES = ["@hookwright/config/text", "@hookwright/testing/redact"];

/**
 * @param {string} root of the workspace
 * @param {readonly string[]} specifiers of entries
 * @returns {Promise<import("./run-check.mjs").CheckResult>} a problem for each module of Node that a bundle for a
 *   browser would need, also of a library, and also one that is imported late
 */
export async function checkPageEntries(root, specifiers = OF_PAGES) {
  const entries = readPackages(root).flatMap(({ folder, entries: all }) =>
    all.map(({ specifier, built }) => ({ specifier, file: join(root, folder, built) })),
  );
  const results = specifiers.map(async (specifier) => {
    const file = entries.find((one) => one.specifier === specifier)?.file;
    if (file === undefined || !existsSync(file)) {
      return [`${specifier} is not built: run npm run build`];
    }
    const { metafile } = await build({
      entryPoints: [file],
      absWorkingDir: root,
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "browser",
      external: builtinModules.flatMap((name) => [name, `node:${name}`]),
      logLevel: "silent",
    });
    return Object.entries(metafile.inputs).flatMap(([path, { imports }]) => [
      ...imports
        .filter((one) => one.external === true)
        .map((one) => `${specifier}: ${path} imports the Node module "${one.path}"`),
      ...(usesBuffer(join(root, path))
        ? [`${specifier}: ${path} uses Buffer, which only Node has`]
        : []),
    ]);
  });
  const problems = (await Promise.all(results)).flat();
  return { problems, summary: `purity: ${specifiers.join(", ")} in a browser` };
}

/** Libraries look whether there is a `Buffer`; our own files must not need it. @param {string} file */
function usesBuffer(file) {
  return !file.includes("node_modules") && /(?<![.\w])Buffer\.\w/.test(readFileSync(file, "utf8"));
}

/** @param {string} root @returns {Promise<import("./run-check.mjs").CheckResult>} */
async function checkAll(root) {
  const results = [
    ...PURE.map((folder) => checkPurity(root, folder)),
    await checkPageEntries(root),
  ];
  return {
    problems: results.flatMap(({ problems }) => problems),
    summary: results.map(({ summary }) => summary).join("\n"),
  };
}

await runCheck(import.meta.url, checkAll);
