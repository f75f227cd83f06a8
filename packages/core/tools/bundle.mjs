// @ts-check
// The sources of the core → one module for each entry, and one for what both use.
//
// Why: two hundred small files are good to read and slow to load: importing them takes 95 ms, the
// bundle 26. What tsc writes stays beside it, for its types and for benchmarks of single stages.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

// Names of shared modules tell their content: those of earlier builds would stay for ever.
for (const name of readdirSync(dist)) {
  if (/^shared-\w+\.js(?:\.map)?$/.test(name)) rmSync(join(dist, name));
}

await build({
  absWorkingDir: root,
  entryPoints: ["src/index.ts", "src/ingress/index.ts", "src/language/index.ts"],
  outbase: "src",
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  packages: "external",
  chunkNames: "shared-[hash]",
  sourcemap: true,
  logLevel: "warning",
});
