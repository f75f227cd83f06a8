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

Every template can call these helpers: \`{{upper title}}\`. A call that is an argument needs parentheses, and named arguments come last: \`{{#if (eq state "open")}}\`, \`{{sort jobs by="seconds"}}\`. [Templates](templates.md) describes the language.

Each example is a payload, a template, and behind the arrow the rendered text. The tests run all of them.

- No payload makes a helper fail. A missing value, and one of a wrong type, counts as empty.
- Where a helper takes a text, it uses the text that the value renders as. A number is a JSON number, or a text that writes one in plain decimals.
- Two values are equal when they render the same text: \`5\` and \`"5"\`, or a missing value and \`""\`.
- A path is written as in an expression: \`author.name\`, \`from[0].email\`. Only own properties are read.
- A wrong number of arguments, an unknown named argument, or a literal that the helper never accepts is a problem of the config.

A field with the name of a helper stays readable: \`{{list}}\` alone is always the field, \`{{#list}}…{{/list}}\` is a section over it, and a name as an argument is a field: \`{{first list}}\`.
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
  const all = readHelperComments();
  const groups = new Set(all.map(({ group }) => group));
  const themes = [...groups].map(
    (group) => /** @type {const} */ ([group, all.filter((helper) => helper.group === group)]),
  );
  const contents = themes.map(([group, helpers]) => {
    const links = helpers.map(({ name }) => `[${name}](#${name.toLowerCase()})`);
    return `| ${titleOf(group)} | ${links.join(" ")} |`;
  });
  const sections = themes.map(([group, helpers]) =>
    [`## ${titleOf(group)}`, ...helpers.map(renderHelper)].join("\n\n"),
  );
  const table = ["| | helpers |", "|---|---|", ...contents].join("\n");
  return `${[INTRODUCTION.trimEnd(), table, ...sections].join("\n\n")}\n`;
}

/** @param {string} group */
function titleOf(group) {
  const title = TITLES[group];
  if (title === undefined) throw new Error(`The group ${group} has no title.`);
  return title;
}

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
