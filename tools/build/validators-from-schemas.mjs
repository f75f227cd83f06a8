// @ts-check
// JSON Schemas by the name of their check → the source of checks that need neither Ajv nor eval.
//
// Why: Ajv compiles with `new Function`, which Workers and strict CSPs refuse, and costs 120 ms at
// start. Its standalone output needs neither Ajv nor eval at run time.
import { fileURLToPath } from "node:url";
import Ajv from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";

/**
 * A check may be one definition of another's schema: `{ $ref: "<$id>#/definitions/agent" }`.
 *
 * @param {Readonly<Record<string, any>>} schemas by the name of its check
 * @param {string} typeFrom the module that exports the type `SchemaCheck`
 * @returns {Promise<string>}
 */
export async function validatorsFromSchemas(schemas, typeFrom) {
  const ajv = new Ajv.default({
    allErrors: true,
    allowUnionTypes: true,
    // A definition may say what the keys of an object are, and leave it to another that it is one.
    strictTypes: false,
    // Sentences are made of the other facts of an error.
    messages: false,
    // A definition is one function, not a copy at each place: half the size.
    inlineRefs: false,
    code: { source: true, esm: true, lines: true },
  });
  for (const one of Object.values(schemas).flatMap(schemaAndDefinitions)) ajv.addSchema(one);
  const ids = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, idOf(schema)]),
  );
  const { outputFiles } = await build({
    stdin: {
      contents: withShortErrors(addErrorsInPlace(standaloneCode.default(ajv, ids))),
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
      loader: "js",
    },
    bundle: true,
    format: "esm",
    platform: "neutral",
    // Nobody reads it, and every process that compiles a config parses it.
    minify: true,
    write: false,
  });
  const text = outputFiles[0]?.text ?? "";
  const exportsAt = text.lastIndexOf("export{");
  const exported = Object.fromEntries(
    [...text.slice(exportsAt).matchAll(/([\w$]+)(?: as (\w+))?[,\s}]/g)]
      .map(([, local, name]) => [name ?? local, local])
      .filter(([name]) => name !== undefined && name in schemas),
  );
  return [
    "// @ts-nocheck Generated from the schemas by tools/generate.mjs.",
    `import type { SchemaCheck } from "${typeFrom}";`,
    text.slice(0, exportsAt),
    ...Object.keys(schemas).map(
      (name) =>
        `const exported_${name}: SchemaCheck = ${exported[name]};\nexport { exported_${name} as ${name} };`,
    ),
    "",
  ].join("\n");
}

const DEFINITIONS = "#/definitions/";

/** @param {any} schema */
function idOf({ $id, $ref }) {
  return $ref === undefined ? $id : $ref.replace("#/definitions/", "/");
}

/**
 * Each definition as a schema of its own: Ajv would compile it anew for each schema that refers to it.
 *
 * @param {any} schema
 * @returns {readonly any[]}
 */
function schemaAndDefinitions(schema) {
  if (schema.$ref !== undefined) return [];
  const { definitions = {}, ...root } = withoutNotes(schema);
  const own = Object.entries(definitions).map(([name, one]) => ({
    $id: `${root.$id}/${name}`,
    ...one,
  }));
  return [root, ...own].map((one) => withReferences(one, root.$id));
}

/** @param {any} schema @param {string} id @returns {any} */
function withReferences(schema, id) {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((one) => withReferences(one, id));
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === "$ref" && String(value).startsWith(DEFINITIONS)
        ? [key, `${id}/${String(value).slice(DEFINITIONS.length)}`]
        : [key, withReferences(value, id)],
    ),
  );
}

/**
 * Ajv copies all errors so far for each value whose check is a function of its own: 20,000 wrong mappings took half
 * a minute. Each call of such a function makes a new list, so what it left may be added to.
 *
 * @param {string} code
 */
function addErrorsInPlace(code) {
  const found = /vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\)/g;
  // A schema without definitions joins none.
  if (!code.includes("vErrors.concat")) return code;
  if (!found.test(code)) throw new Error("Ajv joins errors in another way now.");
  const changed = code.replaceAll(found, "vErrors = addErrors(vErrors, $1.errors)");
  return `${changed}
function addErrors(all, errors) {
  if (all === null) return errors;
  for (const error of errors) all.push(error);
  return all;
}`;
}

/**
 * Ajv writes the list of errors out at each error: a call says the same in a third of the text, which every process
 * that compiles a config parses.
 *
 * @param {string} code
 */
function withShortErrors(code) {
  const found =
    /const (err\d+) = \{instancePath:(.*?),schemaPath:(".*?"),keyword:(".*?"),params:(\{.*?\})\};\s*if\(vErrors === null\)\{\s*vErrors = \[\1\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}\s*errors\+\+;/g;
  if (!found.test(code)) throw new Error("Ajv makes errors in another way now.");
  return `${code.replaceAll(found, "vErrors = addError(vErrors, $2, $3, $4, $5); errors++;")}
function addError(all, instancePath, schemaPath, keyword, params) {
  const error = { instancePath, schemaPath, keyword, params };
  if (all === null) return [error];
  all.push(error);
  return all;
}`;
}

/**
 * What only people read would be part of every bundle.
 *
 * @param {any} schema
 * @returns {any}
 */
export function withoutNotes(schema) {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(withoutNotes);
  const entries = Object.entries(schema).filter(([key, value]) => !isNote(key, value));
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutNotes(value)]));
}

/** A key of an object that is described may be called `description`, too. @param {string} key @param {unknown} value */
function isNote(key, value) {
  if (FOR_EDITORS.has(key)) return Array.isArray(value);
  return (
    (key === "description" || key === "title" || key === "$comment") && typeof value === "string"
  );
}

const FOR_EDITORS = new Set([
  "examples",
  "defaultSnippets",
  "enumDescriptions",
  "markdownEnumDescriptions",
]);
