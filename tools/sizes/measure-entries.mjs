// @ts-check
// The published packages → bytes of what each entry brings along: bundled with our own packages, minified, gzipped.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
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
  const rows = entries.map(async (entry) => [entry.name, await measure(entry)]);
  return Object.fromEntries(await Promise.all(rows));
}

/** @param {{ readonly file: string, readonly external: readonly string[] }} entry @returns {Promise<EntrySize>} */
async function measure({ file, external }) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    external: ["node:*", ...external.flatMap((name) => [name, `${name}/*`]), ...OPTIONAL],
    write: false,
    logLevel: "error",
  });
  const [output] = outputFiles;
  const bytes = output?.contents ?? new Uint8Array();
  return { minified: bytes.length, gzipped: gzipSync(bytes).length };
}

/** Packages of others that our own ones import, which the entry that is measured does not name itself. */
const OPTIONAL = ["yaml", "@humanwhocodes/momoa", "esbuild", "libsql", "google-auth-library"];
