// @ts-check
// node ../../tools/build/build-package.mjs, in the folder of a package: src → build → dist.
//
// `build` has the modules that tsc writes, for benchmarks of single stages. `dist` is published: one
// bundled module for each entry (and shared ones), the declarations that an entry reaches, and the
// licences of bundled packages. Importing the core takes three times as long from single files.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { markPure } from "./mark-pure.mjs";
import { readImports } from "./read-imports.mjs";

const workspace = fileURLToPath(new URL("../..", import.meta.url));
const folder = process.cwd();
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Source modules that `exports` names, relative to `src`. */
const published = Object.values(manifest.exports ?? {})
  .map((target) => (typeof target === "string" ? target : target.default))
  .filter((path) => /^\.\/dist\/.*\.js$/.test(path))
  .map((path) => path.slice("./dist/".length, -".js".length));

/** Published entries that share no chunk with others, so that what they alone need is in no other bundle. */
const apart = published.filter((path) => manifest.entriesApart?.includes(path));

/** Source modules that only the package itself starts: a worker, a command. */
const entries = [...published.filter((path) => !apart.includes(path)), ...(manifest.entries ?? [])];

rmSync(join(folder, "build"), { recursive: true, force: true });
rmSync(join(folder, "dist"), { recursive: true, force: true });
runTypeScript();
const bundled = [...(await bundle(entries)), ...(await bundle(apart))];
copyDeclarations();
writeLicenses(bundled);

function runTypeScript() {
  const tsc = join(workspace, "node_modules/typescript7/bin/tsc");
  const options = ["--outDir", "build", "--sourceMap", "false", "--inlineSources", "false"];
  // An entry for Node of a package that compiles without Node's types.
  const configs = ["tsconfig.json", "tsconfig.node.json"].filter((name) =>
    existsSync(join(folder, name)),
  );
  try {
    for (const config of configs) {
      execFileSync(process.execPath, [tsc, "-p", config, ...options], { stdio: "inherit" });
    }
  } catch {
    // tsc has printed the errors.
    process.exit(1);
  }
}

/**
 * esbuild puts all of a file into one chunk, also what only one of its users needs.
 *
 * @param {readonly string[]} paths of entries that may share chunks
 * @returns {Promise<readonly string[]>} the modules that went in, relative to the folder
 */
async function bundle(paths) {
  if (paths.length === 0) return [];
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const installed = { ...dependencies, ...optionalDependencies, ...peerDependencies };
  const { metafile, outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: paths.map((path) => `src/${path}.ts`),
    outbase: "src",
    outdir: "dist",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"],
    // Dependencies of the user are imported; dependencies of the build are bundled.
    external: ["node:*", ...Object.keys(installed).flatMap((name) => [name, `${name}/*`])],
    chunkNames: "shared-[hash]",
    // Names stay, for stacks; the rest is most of what a process reads at its start.
    minifySyntax: true,
    minifyWhitespace: true,
    // Node prints the whole line that threw.
    lineLimit: 120,
    metafile: true,
    write: false,
    logLevel: "warning",
    // Chunks of a package of the workspace name each other also where nothing is taken.
    logOverride: { "ignored-bare-import": "silent" },
  });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, markPure(text));
  }
  return Object.keys(metafile.inputs);
}

/**
 * The declarations that a published entry reaches, and no others. Those of a private package of the
 * workspace, whose code is bundled, are copied beside them: nobody can install it.
 */
function copyDeclarations() {
  const found = new Set(published.map((path) => `${path}.d.ts`));
  for (const file of found) {
    const bundledFile = /^bundled\/(.*)$/.exec(file)?.[1];
    const from =
      bundledFile === undefined
        ? join(folder, "build", file)
        : join(workspace, "packages", bundledFile.replace("/", "/dist/"));
    let text = readFileSync(from, "utf8");
    for (const specifier of readImports(text)) {
      if (specifier.startsWith(".")) {
        found.add(join(dirname(file), specifier).replace(/\.(?:js|ts)$/, ".d.ts"));
      } else if (isPrivate(specifier)) {
        const target = `bundled/${declarationOf(specifier)}`;
        found.add(target);
        const path = relative(dirname(file), target).replace(/\.d\.ts$/, ".js");
        text = text.replaceAll(`"${specifier}"`, `"${path.startsWith(".") ? path : `./${path}`}"`);
      }
    }
    mkdirSync(dirname(join(folder, "dist", file)), { recursive: true });
    writeFileSync(join(folder, "dist", file), text);
  }
}

/** @param {string} specifier */
function isPrivate(specifier) {
  return specifier.startsWith("@hookwright/") && manifestOf(specifier)["private"] === true;
}

/** @param {string} specifier of a package of the workspace @returns {string} such as "node-kit/times.d.ts" */
function declarationOf(specifier) {
  const [, name = "", ...entry] = specifier.split("/");
  const key = [".", ...entry].join("/");
  return join(name, relative("dist", manifestOf(specifier)["exports"][key].types));
}

/** @param {string} specifier @returns {Record<string, any>} */
function manifestOf(specifier) {
  const [, name = ""] = specifier.split("/");
  return JSON.parse(readFileSync(join(workspace, "packages", name, "package.json"), "utf8"));
}

/**
 * The package lists the bundled packages in `bundles`, because generated code hides its origin.
 *
 * @param {readonly string[]} inputs
 */
function writeLicenses(inputs) {
  /** @type {readonly string[]} */
  const bundles = manifest.bundles ?? [];
  const names = inputs.map((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1]);
  const unnamed = names.find((name) => name !== undefined && !bundles.includes(name));
  if (unnamed !== undefined) throw new Error(`"bundles" of package.json lacks ${unnamed}.`);
  if (bundles.length === 0) return;
  const texts = bundles.map((name) => {
    const root = join(workspace, "node_modules", name);
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const file = readdirSync(root).find((one) => /^licen[cs]e(?:\.\w+)?$/i.test(one));
    if (file === undefined) throw new Error(`${name} has no licence file.`);
    return `${name} ${version}\n\n${readFileSync(join(root, file), "utf8").trim()}\n`;
  });
  const intro = `${manifest.name} contains code of these packages.\n\n`;
  writeFileSync(join(folder, "dist/THIRD-PARTY-LICENSES.txt"), intro + texts.join("\n---\n\n"));
}
