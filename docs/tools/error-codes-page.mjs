// @ts-check
// The codes with their examples → docs/error-codes.md. Run it with --write after a change of them.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { EVENT_CODES, readConfigCodes } from "../../packages/core/tools/generate/read-codes.mjs";
import { eventsFrom } from "./error-code-example.mjs";

/** @typedef {import("../../packages/core/src/authoring/advice/code-row.ts").CodeRow} CodeRow */
/** @typedef {import("../../packages/core/src/authoring/advice/code-row.ts").ConfigExample} ConfigExample */
/** @typedef {import("../../packages/core/codes/requests.mjs").EventCodeRow} EventCodeRow */

const failuresUrl = new URL("../../packages/signatures/src/model.ts", import.meta.url);
const pageUrl = new URL("../error-codes.md", import.meta.url);

const SECTIONS = new Map([
  ["files", "The file and its keys"],
  ["auth", "Tokens, secrets and auth"],
  ["mappings", "Mappings"],
  ["templates", "Templates and conditions"],
  ["events", "What events show"],
  ["host", "Modules, channels and runners"],
]);

const INTRODUCTION = `# Error codes

<!-- Made from packages/core/codes and packages/core/src/authoring/advice by docs/tools/error-codes-page.mjs. -->

Every problem of a config and every refused request has a code; the message beside it names the key or field. Here is what each code means, with an example (\`-\` is wrong, \`+\` is right) and what to do. Examples are parts of a config in YAML.

**Errors** keep a config from being used; **warnings** and **hints** do not. Go to a code by its anchor: \`error-codes.md#template_unclosed\`.
`;

const mistakesUrl = new URL("../../packages/cli/test/mistakes/", import.meta.url);

/** The codes with fixes, from the table of mistakes. */
async function renderFixes() {
  /** @type {{ safe: Set<string>, all: Set<string> }} */
  const codes = { safe: new Set(), all: new Set() };
  for (const name of (await readdir(mistakesUrl)).sort()) {
    /** @type {readonly { code: string, fixedBy?: "safe" | "all" }[]} */
    const mistakes = parse(await readFile(new URL(name, mistakesUrl), "utf8"));
    for (const { code, fixedBy } of mistakes) if (fixedBy !== undefined) codes[fixedBy].add(code);
  }
  const list = (/** @type {Set<string>} */ some) =>
    [...some]
      .sort()
      .map((code) => `[\`${code}\`](#${code})`)
      .join(", ");
  return `[\`hookwright check --fix\`](cli.md#check) fixes common mistakes of ${list(codes.safe)}.\n\n\`--fix=all\` also guesses for ${list(codes.all)}.\n`;
}

/** `createServer` of the Node adapter refuses what is not HTTP before there is a request. */
const NODE_SERVER = `### invalid_request

400: What arrived at the standalone Node server is not HTTP.

Usually a client speaks TLS to a port without it: use \`http://\` between your proxy and the server.

### headers_too_large

431: The headers are larger than the standalone Node server accepts.

Look for a proxy that adds long cookies or headers.`;

const FAILURES_TITLE = "Why credentials were refused";

const FAILURES = `## ${FAILURES_TITLE}

The sender only gets \`unauthorized\`. The log and the record have one of these:
`;

/** @returns {Promise<string>} */
export async function makePage() {
  const codes = [...(await readConfigCodes())];
  const groups = [...SECTIONS].map(([section, title]) => {
    const rows = codes.filter(([, row]) => row.section === section);
    return { title, text: rows.map(([code, row]) => renderConfigCode(code, row)).join("\n\n") };
  });
  const events = Object.entries(EVENT_CODES).map(([code, row]) => renderEventCode(code, row));
  const requests = { title: "Requests", text: [...events, NODE_SERVER].join("\n\n") };
  const all = [...groups, requests];
  const titles = [...all.map(({ title }) => title), FAILURES_TITLE];
  const contents = titles.map((title) => `- [${title}](#${anchorOf(title)})`);
  const sections = all.map(({ title, text }) => `## ${title}\n\n${text}`);
  const failures = `${FAILURES}\n${await renderFailures()}`;
  return `${[INTRODUCTION, await renderFixes(), contents.join("\n"), ...sections, failures].join("\n\n").replaceAll(/\n{3,}/g, "\n\n")}\n`;
}

/** @param {string} title */
function anchorOf(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^\w ]/g, "")
    .replaceAll(" ", "-");
}

/** @param {string} code @param {CodeRow} row */
function renderConfigCode(code, row) {
  const fence =
    "proof" in row ? [] : [...renderEvents(row), `\`\`\`diff\n${renderDifference(row)}\n\`\`\``];
  return [`### ${code}`, row.meaning, ...fence, row.say].join("\n\n");
}

/** @param {ConfigExample} example */
function renderEvents(example) {
  return example.events === undefined
    ? []
    : [`\`\`\`ndjson\n${eventsFrom(example).trimEnd()}\n\`\`\``];
}

/** Long ones are cut: they show that something is too deep. */
const MAX_LINE_CHARACTERS = 160;

/** @param {ConfigExample} example */
function renderDifference({ wrong, right, files = {}, fixedFiles }) {
  if (fixedFiles !== undefined) return lineDifference(textOf(files), textOf(fixedFiles));
  return lineDifference(wrong, right);
}

/** @param {Readonly<Record<string, string>>} files */
const textOf = (files) => Object.values(files).join("\n");

/**
 * Common lines at the beginning and end appear once.
 *
 * @param {string} wrong
 * @param {string} right
 */
function lineDifference(wrong, right) {
  const [before, after] = [wrong, right].map((text) => text.trimEnd().split("\n"));
  if (before === undefined || after === undefined) return "";
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const common = (/** @type {readonly string[]} */ lines) => lines.map((line) => `  ${cut(line)}`);
  return [
    ...common(before.slice(0, start)),
    ...before.slice(start, before.length - end).map((line) => `- ${cut(line)}`),
    ...after.slice(start, after.length - end).map((line) => `+ ${cut(line)}`),
    ...common(before.slice(before.length - end)),
  ].join("\n");
}

/** @param {string} line */
function cut(line) {
  return line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)}…` : line;
}

/** @param {string} code @param {EventCodeRow} row */
function renderEventCode(code, row) {
  const shown = "proof" in row ? [] : renderRequest(row);
  return [`### ${code}`, `${row.status}: ${row.meaning}`, ...shown, row.say].join("\n\n");
}

/** @param {import("../../packages/core/codes/requests.mjs").RequestExample} example */
function renderRequest({ config, before, request }) {
  const requests = [before, request].filter((one) => one !== undefined);
  return [
    ...(config === undefined ? [] : [`\`\`\`yaml\n${config}\n\`\`\``]),
    `\`\`\`http\n${requests.join("\n\n").trimEnd()}\n\`\`\``,
  ];
}

/** Read from the source, because the codes are a type. */
async function renderFailures() {
  const { describeAuthFailure } = await import("@hookwright/core/ingress");
  const source = await readFile(failuresUrl, "utf8");
  const [, union = ""] = /export type AuthFailureCode =([^;]+);/.exec(source) ?? [];
  const rows = [...union.matchAll(/\| "(\w+)"/g)].map(([, code = ""]) => {
    const known = /** @type {Parameters<typeof describeAuthFailure>[0]} */ (code);
    return `| \`${code}\` | ${describeAuthFailure(known)} |`;
  });
  return ["| code | meaning |", "|---|---|", ...rows].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  await writeFile(pageUrl, await makePage());
}
