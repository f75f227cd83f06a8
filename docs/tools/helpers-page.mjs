// @ts-check
// The comments of the built-in helpers → docs/helpers.md. Run it with --write after a change of one.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readHelperComments } from "../../packages/template/tools/read-helper-comments.mjs";

/** @typedef {import("../../packages/template/tools/read-helper-comments.mjs").HelperComment} HelperComment */
/** @typedef {import("../../packages/template/tools/read-helper-comments.mjs").HelperExample} HelperExample */

const pageUrl = new URL("../helpers.md", import.meta.url);

const INTRODUCTION = `# Helpers

<!-- Made from the comments in packages/template/src/serving/helpers by docs/tools/helpers-page.mjs. -->

Every template can call these helpers. A call is \`{{upper title}}\`; a call that is an argument needs parentheses: \`{{#if (eq state "open")}}\`. Named arguments come last: \`{{sort jobs by="seconds"}}\`. [Templates](templates.md) describes the language.

Each example has a payload, a template, and behind the arrow the rendered text without white space at its end. The tests execute all examples.

- No helper fails because of a payload. A missing value, and one of a wrong type, counts as empty.
- Where a helper takes a text, it accepts any value and uses the text that the value renders as. A number is a JSON number, or a text that writes one in plain decimals. Only a list counts as a list.
- Two values are equal when they render the same text: \`5\` and \`"5"\`, or a missing value and \`""\`.
- Only own properties are read, and the same input gives the same text on every runtime.
- A wrong number of arguments, an unknown named argument, or a literal that the helper never accepts is a problem of the config, with line and column.
- The work of helpers counts towards the limits of the event (\`hooks.limits\`).

The [table](#all-helpers) has all of them on one screen, and links to the details.

A field of the payload with the name of a helper can still be read: \`{{list}}\` alone is always the field, \`{{#list}}…{{/list}}\` is a section over it, and a name as an argument is always a field: \`{{first list}}\`.
`;

/** @type {Readonly<Record<string, string>>} by folder */
const TITLES = {
  blocks: "Blocks",
  values: "Values",
  text: "Text",
  lists: "Lists",
  logic: "Conditions",
  time: "Time",
  numbers: "Numbers",
  markdown: "Markdown",
  decode: "Decoding",
};

/** @returns {string} */
export function makePage() {
  const helpers = readHelperComments();
  const groups = [...new Set(helpers.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const title = TITLES[group];
    if (title === undefined) throw new Error(`The group ${group} has no title.`);
    const ofGroup = helpers.filter((helper) => helper.group === group);
    return [`## ${title}`, ...ofGroup.map(renderHelper)].join("\n\n");
  });
  const contents = `## All helpers\n\n${renderTable(helpers)}`;
  return `${[INTRODUCTION.trimEnd(), contents, ...sections].join("\n\n")}\n`;
}

/**
 * One line for each helper: what it gives, and an example.
 *
 * @param {readonly HelperComment[]} helpers
 */
function renderTable(helpers) {
  const rows = helpers.map((helper) => {
    const { name, paragraphs } = helper;
    const [sentence = ""] = paragraphs;
    const cells = [`[${name}](#${name.toLowerCase()})`, sentence, shortExample(helper)];
    return `| ${cells.map(escapeCell).join(" | ")} |`;
  });
  return ["| helper | what it gives | example |", "|---|---|---|", ...rows].join("\n");
}

/** A longer one would make the table too wide to read. */
const MAX_EXAMPLE_CHARACTERS = 160;

/**
 * The first example that fits on one line, else how the helper is called.
 *
 * @param {HelperComment} helper
 */
function shortExample({ signature, examples }) {
  const lines = examples.map(
    ({ template, output }) => `${codeSpan(template)} → ${codeSpan(output)}`,
  );
  const isShort = (/** @type {string} */ line) =>
    !line.includes("\n") && line.length <= MAX_EXAMPLE_CHARACTERS;
  return lines.find(isShort) ?? codeSpan(signature);
}

/**
 * A span of code whose text may hold backticks.
 *
 * @param {string} text
 */
function codeSpan(text) {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** @param {string} text */
const escapeCell = (text) => text.replaceAll("|", "\\|");

/** @param {HelperComment} helper */
function renderHelper({ name, signature, paragraphs, examples }) {
  const blocks = examples.map(renderExample);
  return [`### ${name}`, `\`${signature}\``, ...paragraphs, ...blocks].join("\n\n");
}

/**
 * A fence cannot hold another one; an indented block can, and a comment keeps it from the one before.
 *
 * @param {HelperExample} example
 */
function renderExample({ payload, template, output }) {
  const text = `${payload}\n${template}\n→ ${output}`;
  if (!text.includes("```")) return `\`\`\`text\n${text}\n\`\`\``;
  return `<!-- -->\n\n${text.replaceAll(/^(?=.)/gm, "    ")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  await writeFile(pageUrl, makePage());
}
