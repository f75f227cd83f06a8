// @ts-check
// node ../../tools/build-package.mjs, in the folder of a package: src → build → dist.
//
// `build` has the modules that tsc writes, for benchmarks of single stages. `dist` is published: one
// bundled module for each entry (and shared ones), the declarations that an entry reaches, and the
// licences of bundled packages. Importing the core takes three times as long from single files.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { readImports } from "./shared/read-imports.mjs";

const workspace = fileURLToPath(new URL("..", import.meta.url));
const folder = process.cwd();
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Source modules that `exports` names, relative to `src`. */
const published = Object.values(manifest.exports ?? {})
  .map((target) => (typeof target === "string" ? target : target.default))
  .filter((path) => /^\.\/dist\/.*\.js$/.test(path))
  .map((path) => path.slice("./dist/".length, -".js".length));

/** Source modules that only the package itself starts: a worker, a command. */
const entries = [...published, ...(manifest.entries ?? [])];

rmSync(join(folder, "build"), { recursive: true, force: true });
rmSync(join(folder, "dist"), { recursive: true, force: true });
runTypeScript();
const bundled = await bundle();
copyDeclarations();
writeLicenses(bundled);

function runTypeScript() {
  const tsc = join(workspace, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", "tsconfig.json", "--outDir", "build", "--sourceMap", "false"];
  try {
    execFileSync(process.execPath, [...args, "--inlineSources", "false"], { stdio: "inherit" });
  } catch {
    // tsc has printed the errors.
    process.exit(1);
  }
}

/** @returns {Promise<readonly string[]>} the modules that went in, relative to the folder */
async function bundle() {
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const installed = { ...dependencies, ...optionalDependencies, ...peerDependencies };
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: entries.map((path) => `src/${path}.ts`),
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
    logLevel: "warning",
  });
  return Object.keys(metafile.inputs);
}

/** The declarations that a published entry reaches, and no others. */
function copyDeclarations() {
  const found = new Set(published.map((path) => `${path}.d.ts`));
  for (const file of found) {
    const text = readFileSync(join(folder, "build", file), "utf8");
    for (const specifier of readImports(text)) {
      if (!specifier.startsWith(".")) continue;
      found.add(join(dirname(file), specifier).replace(/\.(?:js|ts)$/, ".d.ts"));
    }
    mkdirSync(dirname(join(folder, "dist", file)), { recursive: true });
    copyFileSync(join(folder, "build", file), join(folder, "dist", file));
  }
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
