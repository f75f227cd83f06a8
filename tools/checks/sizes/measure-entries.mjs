// @ts-check
// The published packages → bytes of what the import of each entry loads: bundled with our own packages, minified, gzipped.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { loadEntry } from "../load-entry.mjs";
import { readManifest } from "./read-manifest.mjs";

/** @typedef {{ readonly minified: number, readonly gzipped: number }} EntrySize in bytes */

/**
 * What others publish counts in the installs, not here.
 *
 * @param {string} root of the workspace, built
 * @param {readonly { readonly folder: string, readonly name: string }[]} published
 * @returns {Promise<Readonly<Record<string, EntrySize>>>} by what one imports
 */
export async function measureEntries(root, published) {
  const entries = published.flatMap(({ folder, name }) => {
    const { exports = {}, dependencies, peerDependencies } = readManifest(join(root, folder));
    const others = Object.keys({ ...dependencies, ...peerDependencies });
    const external = others.filter((other) => !other.startsWith("@hookwright/"));
    return Object.entries(exports).flatMap(([entry, target]) =>
      typeof target === "string" || target.default === undefined
        ? []
        : [{ name: name + entry.slice(1), file: join(root, folder, target.default), external }],
    );
  });
  const rows = entries.map(async ({ name, file, external }) => [
    name,
    await measure({ entryPoints: [file], external }),
  ]);
  return Object.fromEntries(await Promise.all(rows));
}

/** What programs use of our entries: a bundler leaves out the rest. @type {ReadonlyArray<readonly [use: string, code: string]>} */
const PROGRAMS = [
  [
    "`compileHooks`, `createIngress`",
    'export { compileHooks } from "@hookwright/core"; export { createIngress } from "@hookwright/core/ingress";',
  ],
  [
    "`link`, `createIngress`",
    'export { link } from "@hookwright/core/runtime"; export { createIngress } from "@hookwright/core/ingress";',
  ],
  ["`fenceText`", 'export { fenceText } from "@hookwright/core/fence";'],
  ["`expectAction`", 'export { expectAction } from "@hookwright/testing";'],
];

/** @param {string} root of the workspace, built @returns {Promise<Readonly<Record<string, EntrySize>>>} by what is used */
export async function measurePrograms(root) {
  const rows = PROGRAMS.map(async ([use, contents]) => [
    use,
    await measure({
      stdin: { contents, resolveDir: join(root, "docs"), sourcefile: "entry.js" },
      external: [],
    }),
  ]);
  return { ...Object.fromEntries(await Promise.all(rows)), [PLAN]: await measurePlan(root) };
}

const PLAN = "a plan of ten mappings: the recipes for Shopify and Stripe";

/** What a server that links a plan loads beside it. @param {string} root of the workspace, built @returns {Promise<EntrySize>} */
async function measurePlan(root) {
  const recipes = ["shopify", "stripe"].map((name) => {
    const file = join(root, "packages/samples/recipes", `${name}.json`);
    return JSON.parse(readFileSync(file, "utf8")).hooks;
  });
  const hooks = {
    ...Object.assign({}, ...recipes),
    partials: Object.assign({}, ...recipes.map(({ partials }) => partials)),
    mappings: recipes.flatMap(({ mappings }) => mappings),
  };
  const { plan } = await loadEntry(root, "core", "./plan");
  const planned = plan({ hooks });
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  const text = JSON.stringify(planned.plan);
  return { minified: Buffer.byteLength(text), gzipped: gzipSync(text).length };
}

/** @param {import("esbuild").BuildOptions & { readonly external: readonly string[] }} program @returns {Promise<EntrySize>} */
async function measure({ external, ...program }) {
  const { outputFiles } = await build({
    ...program,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    external: ["node:*", ...external.flatMap((name) => [name, `${name}/*`]), ...OPTIONAL],
    plugins: [withoutLater],
    write: false,
    logLevel: "error",
  });
  const [output] = outputFiles;
  const bytes = output?.contents ?? new Uint8Array();
  return { minified: bytes.length, gzipped: gzipSync(bytes).length };
}

/**
 * What is imported later counts for nobody who does not get there.
 *
 * @type {import("esbuild").Plugin}
 */
const withoutLater = {
  name: "without-later",
  setup: ({ onResolve }) =>
    onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : null,
    ),
};

/** Packages of others that our own ones import, which the entry that is measured does not name itself. */
const OPTIONAL = ["yaml", "@humanwhocodes/momoa", "esbuild", "libsql", "google-auth-library"];
