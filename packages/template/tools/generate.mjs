// @ts-check
// The parser of Handlebars → src/authoring/generated/grammar.ts, a module that evaluates it when it is first called.
//
// Why: evaluating its tables takes 5 ms, and templates of plain fields never need it.
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** @returns {Promise<string>} the source of the module */
export async function grammarModule() {
  const { outputFiles } = await build({
    stdin: {
      contents:
        'export { parseWithoutProcessing } from "handlebars/dist/cjs/handlebars/compiler/base.js";',
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
      loader: "js",
    },
    bundle: true,
    format: "iife",
    globalName: "grammar",
    platform: "neutral",
    minify: true,
    write: false,
  });
  return [
    "// @ts-nocheck Generated from the parser of Handlebars by tools/generate.mjs.",
    "export interface Grammar {",
    "  parseWithoutProcessing(source: string): unknown;",
    "}",
    "export function createGrammar(): Grammar {",
    outputFiles[0]?.text ?? "",
    "return grammar;",
    "}",
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const generated = new URL("../src/authoring/generated/", import.meta.url);
  await mkdir(generated, { recursive: true });
  await writeFile(new URL("grammar.ts", generated), await grammarModule());
}
