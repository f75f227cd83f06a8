// @ts-check
// What authoring takes from elsewhere → src/authoring/generated: the parser of Handlebars, and a call of each helper.
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { readHelperComments } from "./read-helper-comments.mjs";

/**
 * A module that evaluates the parser when it is first called: its tables take 5 ms, and templates of plain fields
 * never need it.
 *
 * @returns {Promise<string>} the source of the module
 */
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

/** The first call with two arguments or more among the examples of each helper, for hints. */
export function callsModule() {
  const calls = readHelperComments().flatMap(({ name, examples }) => {
    const call = new RegExp(
      String.raw`[({](${name}(?: (?:"[^"]*"|[\w.@-]+)){2,})(?: \w+=[^(){}]*)?[)}]`,
    );
    const found = examples.map(({ template }) => call.exec(template)?.[1]).find(Boolean);
    return found === undefined ? [] : [[name, found]];
  });
  return [
    "// Generated from the comments of the helpers by tools/generate.mjs.",
    `export const HELPER_CALLS: ReadonlyMap<string, string> = new Map(${JSON.stringify(calls, null, 2)});`,
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const generated = new URL("../src/authoring/generated/", import.meta.url);
  await mkdir(generated, { recursive: true });
  await writeFile(new URL("grammar.ts", generated), await grammarModule());
  await writeFile(new URL("helper-calls.ts", generated), callsModule());
}
