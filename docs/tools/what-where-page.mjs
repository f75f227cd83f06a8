// @ts-check
// The keys of a config, with what may stand in each → docs/what-where.md. Run it with --write after a change of them.
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  EVENT,
  HOOKS_KEYS,
  MAPPING_KEYS,
  OTHER_KEYS,
  SPELLINGS,
  TEMPLATE,
} from "./what-where-rows.mjs";

const schemaUrl = new URL("../../packages/core/schema/hooks.schema.json", import.meta.url);
const pageUrl = new URL("../what-where.md", import.meta.url);

const INTRODUCTION = `# What can I write where

<!-- Made from the schema and docs/tools/what-where-rows.mjs by docs/tools/what-where-page.mjs. -->

Some keys take plain text, some a *template* with \`{{…}}\`, some a *condition*. This page says which.

| word | meaning |
|---|---|
| template | text with expressions in double braces: [templates](templates.md), [helpers](helpers.md) |
| condition | a rule such as \`{ "==": [{ var: payload.action }, opened] }\`: [conditions](conditions.md), without braces |
| path | names with dots that lead to a list in the body, without braces |
| secret | a text, \`\${NAME}\`, \`{ env: NAME }\` or \`{ file: name }\`: [config files](config-files.md#secrets) |
| text | plain text; \`{{…}}\` has no meaning |
| value or list | a text that must be equal, or a list of alternatives |

Templates and conditions read these *roots*. The first five are *the event*:

| root | meaning |
|---|---|
| \`payload\` | the body. Optional in templates: \`{{title}}\` is \`{{payload.title}}\` |
| \`headers\` | the headers of the request, in any case |
| \`query\` | the query parameters |
| \`path\` | the name of the hook |
| \`now\` | the time of receipt |
| \`item\`, \`index\` | the element and its index, with \`forEach\` |
| \`mapping\` | the id of the mapping |

\`instructions\` cannot read a sender's text, because the assistant follows them.

`;

const MORE = `
An \`auth\` has [further keys](configuration.md#auth). [Configuration](configuration.md) describes every key with its default.

**Patterns** (\`^v\\d+\`) work only in the condition \`matches\` and in the helpers \`matches\`, \`extract\` and \`replaceMatch\`. **Text of several lines**: [YAML](yaml.md#texts-of-several-lines).

## The same value, in both languages

Conditions always need \`payload.\`, templates do not.

`;

/** @type {Readonly<Record<string, string>>} */
const KIND_NAMES = {
  values: "value or list",
  boolean: "`true` or `false`",
  any: "anything",
};

/** @typedef {import("./what-where-rows.mjs").KeyRow} KeyRow */

/** @returns {string} */
export function makePage() {
  const rows = ROWS.map((row) => {
    const { key, example, reads = [] } = row;
    return `| \`${key}\` | ${describeKind(row)} | ${code(example)} | ${describeRoots(reads)} |`;
  });
  const spellings = SPELLINGS.map(
    ({ what, template, variable }) =>
      `| ${what} | ${code(`{{${template}}}`)} | ${code(`{ var: ${quoted(variable)} }`)} |`,
  );
  return [
    `${INTRODUCTION}## Every key\n\nKeys without \`hooks.\` belong to a mapping.\n`,
    ["| key | value | example | may read |", "|---|---|---|---|", ...rows].join("\n"),
    MORE.trimEnd(),
    ["", "| value | template | condition |", "|---|---|---|", ...spellings, ""].join("\n"),
  ].join("\n");
}

/** @param {KeyRow} row */
function describeKind({ key, kind }) {
  if (kind !== "choice") return KIND_NAMES[kind] ?? kind;
  const property = findProperty(key);
  // `body` is a word or an object with settings.
  const words = property?.enum ?? property?.anyOf?.find((/** @type {any} */ one) => one.enum)?.enum;
  return (words ?? []).map(code).join(" or ");
}

/** @param {readonly string[]} roots */
function describeRoots(roots) {
  const isWhole = EVENT.every((root) => roots.includes(root));
  const others = isWhole ? roots.filter((root) => !EVENT.includes(root)) : roots;
  return [...(isWhole ? ["the event"] : []), ...others.map(code)].join(", ");
}

/** @type {any} */
const { definitions } = JSON.parse(readFileSync(schemaUrl, "utf8"));

/**
 * What the schema says of a key of the table.
 *
 * @param {string} key
 * @returns {any}
 */
export function findProperty(key) {
  const names = key.startsWith("hooks.") ? key.split(".").slice(1) : key.split(".");
  return names.reduce(
    (/** @type {any} */ definition, name) => propertiesOf(definition)[name],
    definitions[key.startsWith("hooks.") ? "hooks" : "mapping"],
  );
}

/**
 * Its own properties, those of its definition, or those of its form as an object.
 *
 * @param {any} definition
 * @returns {Readonly<Record<string, any>>}
 */
export function propertiesOf(definition) {
  const { properties, $ref, anyOf } = definition;
  if ($ref !== undefined) return propertiesOf(definitions[$ref.split("/").at(-1)]);
  if (properties !== undefined) return properties;
  const form = anyOf?.find((/** @type {any} */ one) => one.properties ?? one.$ref);
  return form === undefined ? {} : propertiesOf(form);
}

/** @param {string} text */
const code = (text) => `\`${text.replaceAll("|", "\\|")}\``;

/** Plain YAML, unless it holds a quotation mark. @param {string} text */
export const quoted = (text) => (text.includes('"') ? `'${text}'` : text);

/**
 * In the order of the schema. A key without a row of its own has one that follows from the schema.
 *
 * @param {"mapping" | "hooks"} name
 * @param {readonly KeyRow[]} rows
 */
function rowsOf(name, rows) {
  const prefix = name === "hooks" ? "hooks." : "";
  return Object.entries(propertiesOf(definitions[name])).flatMap(([one, property]) => {
    const key = `${prefix}${one}`;
    const own = rows.filter((row) => row.key === key || row.key.startsWith(`${key}.`));
    return own.length > 0 || OTHER_KEYS.includes(key) ? own : [rowFrom(key, property)];
  });
}

/** @param {string} key @param {any} property @returns {KeyRow} */
function rowFrom(key, property) {
  const { $comment, type, enum: words, default: fallback, examples = [] } = property;
  const example = type === "boolean" ? fallback !== true : (words ?? examples)[0];
  if (example === undefined) throw new Error(`"${key}" has no examples in the schema.`);
  const row = { key, example: JSON.stringify(example) };
  if ($comment === "template") return { ...row, kind: "template", reads: TEMPLATE };
  return { ...row, kind: words === undefined ? (KINDS_OF_TYPES[type] ?? "any") : "choice" };
}

/** @type {Readonly<Record<string, import("./what-where-rows.mjs").Kind>>} */
const KINDS_OF_TYPES = {
  boolean: "boolean",
  integer: "number",
  number: "number",
  string: "text",
  array: "list",
  object: "object",
};

/** @type {readonly KeyRow[]} */
export const ROWS = [...rowsOf("mapping", MAPPING_KEYS), ...rowsOf("hooks", HOOKS_KEYS)];

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  await writeFile(pageUrl, makePage());
}
