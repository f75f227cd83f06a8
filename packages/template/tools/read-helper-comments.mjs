// @ts-check
// The source files of the built-in helpers → their doc comments, in the order of the table.
import { readFileSync } from "node:fs";

/**
 * @typedef {object} HelperExample
 * @property {string} payload JSON
 * @property {string} template
 * @property {string} output without white space at its end
 */

/**
 * @typedef {object} HelperComment
 * @property {string} name
 * @property {string} group its theme, as the docs name it
 * @property {string} signature as in a template
 * @property {readonly string[]} paragraphs Markdown; the first is the sentence after the signature
 * @property {readonly HelperExample[]} examples at least one
 */

const FOLDER = new URL("../src/serving/helpers/", import.meta.url);

/** A row of a table, with its comment. */
const ROW = /(?: {2}\/\*\*\n((?: {3}\*.*\n)+?) {3}\*\/\n)? {2}(\w+): \{\n? /g;

/**
 * Throws if a helper of the table has no comment, no signature or no example.
 *
 * @returns {readonly HelperComment[]}
 */
export function readHelperComments() {
  return readFiles().flatMap(({ file, text }) => {
    const [, table = ""] =
      /Helper\[\] = define(?:Helpers|Blocks)\(\{\n([\s\S]*?)^\}\);$/m.exec(text) ?? [];
    const group = GROUPS.get(file) ?? file;
    const rows = [...table.matchAll(ROW)];
    return rows.map(([, comment = "", name = ""]) => parseHelperComment({ name, group, comment }));
  });
}

/** Themes that are large enough for two files. */
const GROUPS = new Map([
  ["search", "text"],
  ["groups", "lists"],
  ["html", "decode"],
]);

/** @returns {{ file: string, text: string }[]} the files of the helpers, in the order of the table */
function readFiles() {
  const index = readFileSync(new URL("index.ts", FOLDER), "utf8");
  const names = [...index.matchAll(/^ {2}\.\.\.(\w+)Helpers,$/gm)].map(([, name = ""]) => name);
  return names.map((file) => ({ file, text: readFileSync(new URL(`${file}.ts`, FOLDER), "utf8") }));
}

/** @typedef {{ name: string, group: string, comment: string }} Declared the comment line by line, as in the file */

/**
 * @param {Declared} declared
 * @returns {HelperComment}
 */
export function parseHelperComment({ name, group, comment }) {
  const text = comment.replaceAll(/^ *\* ?/gm, "");
  const [prose = "", ...examples] = text.split(/^@example\n/m);
  const [, signature, rest] = /^`([^`]+)`: ([\s\S]+)$/.exec(prose.trim()) ?? [];
  if (signature === undefined || rest === undefined) {
    throw new Error(`The comment of helper "${name}" does not begin with "\`{{${name} …}}\`: ".`);
  }
  if (examples.length === 0) throw new Error(`Helper "${name}" has no @example.`);
  const paragraphs = rest.split(/\n{2,}/).map((paragraph) => paragraph.replaceAll("\n", " "));
  return {
    name,
    group,
    signature,
    paragraphs: paragraphs.map((paragraph) => paragraph[0]?.toUpperCase() + paragraph.slice(1)),
    examples: examples.map((example) => parseExample(example, name)),
  };
}

/**
 * @param {string} example a line of JSON, the template, and the output after an arrow
 * @param {string} name
 * @returns {HelperExample}
 */
function parseExample(example, name) {
  const [, payload, template, output] = /^(.*)\n([\s\S]+?)\n→ ?([\s\S]*)$/.exec(example) ?? [];
  if (payload === undefined || template === undefined || output === undefined) {
    throw new Error(`An example of helper "${name}" is not payload, template, "→ " and output.`);
  }
  return { payload, template, output: output.trimEnd() };
}
