// schema/*.json → src/generated/*.ts: validators without eval, and the config schema as a constant.
//
// Why: Ajv compiles with `new Function`, which Workers and strict CSPs refuse, and costs 120 ms at
// start. Its standalone output needs neither Ajv nor eval at run time.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import Ajv from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import "./look-alikes/generate.mjs";

const root = new URL("..", import.meta.url);
const names = {
  checkConfigSchema: "hooks",
  checkWakeRequestSchema: "wake-request",
  checkAgentRequestSchema: "agent-request",
  checkTransformResultSchema: "transform-result",
};

const schemas = {};
for (const [name, file] of Object.entries(names)) {
  const text = await readFile(new URL(`schema/${file}.schema.json`, root), "utf8");
  schemas[name] = JSON.parse(text);
}

const ajv = new Ajv.default({
  allErrors: true,
  allowUnionTypes: true,
  code: { source: true, esm: true, lines: true },
});
for (const schema of Object.values(schemas)) ajv.addSchema(withoutSentences(schema));
const ids = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schema.$id]));
const bundled = await build({
  stdin: {
    contents: standaloneCode.default(ajv, ids),
    resolveDir: new URL(".", root).pathname,
    loader: "js",
  },
  bundle: true,
  format: "esm",
  platform: "neutral",
  // Nobody reads it, and every process that compiles a config parses it.
  minifySyntax: true,
  minifyWhitespace: true,
  write: false,
});
const [output] = bundled.outputFiles;
const exportsAt = output.text.lastIndexOf("export{");
const body = output.text.slice(0, exportsAt);
const exported = Object.fromEntries(
  [...output.text.slice(exportsAt).matchAll(/(\w+)(?: as (\w+))?[,\s}]/g)]
    .map(([, local, name]) => [name ?? local, local])
    .filter(([name]) => name in names),
);

await mkdir(new URL("src/generated/", root), { recursive: true });
await writeFile(
  new URL("src/generated/validators.ts", root),
  [
    "// @ts-nocheck Generated from schema/*.schema.json by tools/generate.mjs.",
    'import type { SchemaCheck } from "../model/schema-check.ts";',
    body,
    ...Object.keys(names).map(
      (name) =>
        `const exported_${name}: SchemaCheck = ${exported[name]};\nexport { exported_${name} as ${name} };`,
    ),
    "",
  ].join("\n"),
);
await writeFile(
  new URL("src/generated/hooks-schema.ts", root),
  [
    "// Generated from schema/hooks.schema.json by tools/generate.mjs.",
    "/** The JSON Schema (draft 07) of the config, the same that is published as `hooks.schema.json`. */",
    `export const hooksSchema: Readonly<Record<string, unknown>> = ${JSON.stringify(schemas.checkConfigSchema)};`,
    "",
  ].join("\n"),
);

const grammar = await build({
  stdin: {
    contents:
      'export { parseWithoutProcessing } from "handlebars/dist/cjs/handlebars/compiler/base.js";',
    resolveDir: new URL(".", root).pathname,
    loader: "js",
  },
  bundle: true,
  format: "iife",
  globalName: "grammar",
  platform: "neutral",
  minifySyntax: true,
  minifyWhitespace: true,
  write: false,
});
await writeFile(
  new URL("src/generated/grammar.ts", root),
  [
    "// @ts-nocheck Generated from the parser of Handlebars by tools/generate.mjs.",
    "export interface Grammar {",
    "  parseWithoutProcessing(source: string): unknown;",
    "}",
    "/** Evaluates the parser, which nobody who has plain templates only has to wait for. */",
    "export function createGrammar(): Grammar {",
    grammar.outputFiles[0].text,
    "return grammar;",
    "}",
    "",
  ].join("\n"),
);

/** What a validator never reads, and would carry along. */
function withoutSentences(schema) {
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === "description" && typeof value === "string" ? undefined : value,
    ),
  );
}
