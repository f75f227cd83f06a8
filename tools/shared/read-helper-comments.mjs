// @ts-check
// The source files of the built-in helpers → their doc comments, in the order of the table.
import { readdirSync, readFileSync } from "node:fs";

/**
 * @typedef {object} HelperExample
 * @property {string} payload JSON
 * @property {string} template
 * @property {string} output without white space at its end
 */

/**
 * @typedef {object} HelperComment
 * @property {string} name
 * @property {string} group the folder
 * @property {string} signature as in a template
 * @property {readonly string[]} paragraphs Markdown; the first is the sentence after the signature
 * @property {readonly HelperExample[]} examples at least one
 */

const FOLDER = new URL("../../packages/template/src/helpers/", import.meta.url);

const DECLARATION =
  /(?:\/\*\*\n((?: \*.*\n)+?) \*\/\n)?export const (\w+): (?:Value|Block)Helper = \{[^}]*?\bname: "(\w+)"/g;

/**
 * Throws if a helper of the table has no comment, no signature or no example.
 *
 * @returns {readonly HelperComment[]}
 */
export function readHelperComments() {
  const groups = readdirSync(FOLDER, { withFileTypes: true }).filter((one) => one.isDirectory());
  const found = new Map(groups.flatMap(({ name }) => readGroup(name)));
  return readTable().map((constant) => {
    const declared = found.get(constant);
    if (declared === undefined) throw new Error(`No file of a group declares ${constant}.`);
    return parseHelperComment(declared);
  });
}

/** @typedef {{ name: string, group: string, comment: string }} Declared the comment line by line, as in the file */

/**
 * @param {Declared} declared
 * @returns {HelperComment}
 */
export function parseHelperComment({ name, group, comment }) {
  const text = comment.replaceAll(/^ \* ?/gm, "");
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
 * @param {string} group
 * @returns {[string, Declared][]}
 */
function readGroup(group) {
  const folder = new URL(`${group}/`, FOLDER);
  const files = readdirSync(folder).filter((file) => !file.endsWith(".test.ts"));
  return files.flatMap((file) => {
    const matches = [...readFileSync(new URL(file, folder), "utf8").matchAll(DECLARATION)];
    return matches.map(([, comment = "", constant = "", name = ""]) => {
      /** @type {[string, Declared]} */
      const entry = [constant, { name, group, comment }];
      return entry;
    });
  });
}

/** @returns {string[]} the constants in the table, in order */
function readTable() {
  const source = readFileSync(new URL("index.ts", FOLDER), "utf8");
  const table = /BUILT_IN: readonly Helper\[\] = \[([^\]]*)\]/.exec(source)?.[1];
  const constants = table?.match(/^ {2}\w+(?=,$)/gm);
  if (!constants) throw new Error("The table of the built-in helpers has another format.");
  return constants.map((constant) => constant.trim());
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
