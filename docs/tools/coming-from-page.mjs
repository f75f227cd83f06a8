// @ts-check
// Templates of other engines and the same here → docs/coming-from.md. Run it with --write after a change of them.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { GO } from "./coming-from/go.mjs";
import { JINJA } from "./coming-from/jinja.mjs";
import { LIQUID } from "./coming-from/liquid.mjs";
import { N8N } from "./coming-from/n8n.mjs";
import { SAMPLE } from "./coming-from/sample.mjs";

const pageUrl = new URL("../coming-from.md", import.meta.url);

export const ENGINES = [JINJA, LIQUID, GO, N8N];

const INTRODUCTION = `# Coming from Jinja, Liquid, Go or n8n

<!-- Made from docs/tools/coming-from by docs/tools/coming-from-page.mjs. -->

Templates here are [Handlebars](templates.md): \`{{name}}\` is a value, \`{{helper name}}\` a call, \`{{#if name}}…{{/if}}\` a block. Three rules cover most of what is different:

1. The name of a helper comes first, and what it takes follows, separated by blanks: \`{{truncate title 80}}\`.
2. A call inside of a call or of an \`if\` has parentheses: \`{{#if (eq state "open")}}\`.
3. A block is closed by its own name: \`{{#each items}}…{{/each}}\`.

A missing value renders nothing, and never an error. The tests render each template of the middle column with the event of this page:
`;

/** @returns {string} */
export function makePage() {
  const { payload, headers, query } = SAMPLE;
  const event = JSON.stringify({ headers, query, payload }, undefined, 2);
  const sections = ENGINES.map(({ title, rows, notes }) => {
    const lines = rows.map(
      ({ original, ours, text }) => `| ${[original, ours, text].map(code).join(" | ")} |`,
    );
    const table = ["| there | here | renders |", "|---|---|---|", ...lines].join("\n");
    return `## ${title}\n\n${table}\n\n${notes.map((note) => `- ${note}`).join("\n")}`;
  });
  return `${[INTRODUCTION, `\`\`\`json\n${event}\n\`\`\``, ...sections].join("\n\n").replaceAll(/\n{3,}/g, "\n\n")}\n`;
}

/** A cell of a table. @param {string} text */
function code(text) {
  return text === "" ? "" : `\`${text.trimEnd().replaceAll("|", "\\|")}\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  await writeFile(pageUrl, makePage());
}
