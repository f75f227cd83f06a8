// What each entry of the core adds to a page: bundled for a browser, minified, gzipped.
//
// `BENCH_CORE` names the folder of another packages/core, such as one of an older commit.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { printTable } from "./shared/interleave.mjs";

const own = dirname(fileURLToPath(import.meta.resolve("@hookwright/core/package.json")));
const folder = process.env["BENCH_CORE"] ?? own;

export async function run() {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const entries = Object.entries(exports).flatMap(([name, target]) =>
    typeof target === "string" ? [] : [{ name, files: [target.default] }],
  );
  // What an application with a server imports; parts that both need are counted once.
  const served = entries.filter(({ name }) => name === "." || name === "./ingress");
  entries.push({ name: ". and ./ingress", files: served.flatMap(({ files }) => files) });
  const rows = [];
  for (const { name, files } of entries) {
    const bytes = await bundle(files);
    rows.push([name, (bytes.length / 1000).toFixed(1), (gzipSync(bytes).length / 1000).toFixed(1)]);
  }
  const title = "Core bundled for a browser, everything that an entry exports, in kB";
  printTable(title, ["entry", "minified", "gzipped"], rows);
}

/** @param {readonly string[]} files relative to the package */
async function bundle(files) {
  const { outputFiles } = await build({
    stdin: {
      contents: files.map((file, index) => `export * as part${index} from "${file}";`).join("\n"),
      resolveDir: folder,
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
