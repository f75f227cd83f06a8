// @ts-check
// The tables of codes and their examples → docs/error-codes.md. Run it with --write after a change of them.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { readTable } from "../../tools/build/read-table.mjs";
import { EVENTS } from "./error-codes/events.mjs";
import { eventsFrom } from "./error-codes/example.mjs";
import { FILES_AND_KEYS } from "./error-codes/files-and-keys.mjs";
import { MAPPINGS } from "./error-codes/mappings.mjs";
import { MODULES_AND_HOST } from "./error-codes/modules-and-host.mjs";
import { REQUESTS } from "./error-codes/requests.mjs";
import { TEMPLATES_AND_CONDITIONS } from "./error-codes/templates-and-conditions.mjs";
import { TOKENS_AND_AUTH } from "./error-codes/tokens-and-auth.mjs";

/** @typedef {import("./error-codes/example.mjs").CodeExample} CodeExample */
/** @typedef {import("./error-codes/requests.mjs").EventExample} EventExample */

const core = new URL("../../packages/core/src/", import.meta.url);
const configCodesUrl = new URL("model/config-codes.ts", core);
const eventCodesUrl = new URL("model/event-codes.ts", core);
const failuresUrl = new URL("../../packages/signatures/src/model.ts", import.meta.url);
const pageUrl = new URL("../error-codes.md", import.meta.url);

/** @type {readonly (readonly [string, Readonly<Record<string, CodeExample>>])[]} */
const GROUPS = [
  ["The file and its keys", FILES_AND_KEYS],
  ["Tokens, secrets and auth", TOKENS_AND_AUTH],
  ["Mappings", MAPPINGS],
  ["Templates and conditions", TEMPLATES_AND_CONDITIONS],
  ["What events show", EVENTS],
  ["Modules, channels and runners", MODULES_AND_HOST],
];

/** By code; a code that stands in two groups would be lost in one of them. */
export const EXAMPLES = new Map(GROUPS.flatMap(([, group]) => Object.entries(group)));

const INTRODUCTION = `# Error codes

<!-- Made from packages/core/src/model/{config,event}-codes.ts and docs/tools/error-codes by docs/tools/error-codes-page.mjs. -->

Every problem of a config and every refused request has a code. The message beside it says which key or field it is. This page says what each code means, with an example (\`-\` is wrong, \`+\` is right) and what to do. The examples are parts of a config in YAML; a test checks that each wrong one gives its code, and the right one does not.

**error** problems keep a config from being used; a **warning** or **hint** is reported, and the config is used. \`hookwright check FILE\` shows all of them. The codes are grouped; to find one, search in the page, or add it to the address: \`error-codes.md#template_unclosed\`.
`;

const mistakesUrl = new URL("../../packages/cli/test/mistakes/", import.meta.url);

/** Which codes have fixes, as the table of mistakes proves it. */
async function renderFixes() {
  /** @type {{ safe: Set<string>, all: Set<string> }} */
  const codes = { safe: new Set(), all: new Set() };
  for (const name of (await readdir(mistakesUrl)).sort()) {
    /** @type {readonly { code: string, mended?: "safe" | "all" }[]} */
    const mistakes = parse(await readFile(new URL(name, mistakesUrl), "utf8"));
    for (const { code, mended } of mistakes) if (mended !== undefined) codes[mended].add(code);
  }
  const list = (/** @type {Set<string>} */ some) =>
    [...some]
      .sort()
      .map((code) => `[\`${code}\`](#${code})`)
      .join(", ");
  return `[\`hookwright check --fix\`](cli.md#check) mends the common mistakes with ${list(codes.safe)}; \`--fix=all\` also guesses, for some mistakes with ${list(codes.all)}.\n`;
}

/** `createServer` of the Node adapter refuses what is no HTTP before there is a request. */
const NODE_SERVER = `### invalid_request

400: What arrived at the standalone Node server is not HTTP.

Mostly something that speaks TLS to a port without it: use \`http://\` between your proxy and the server.

### headers_too_large

431: The headers are larger than the standalone Node server takes.

Look for a proxy that adds long cookies or headers.`;

const FAILURES_TITLE = "Why credentials were refused";

const FAILURES = `## ${FAILURES_TITLE}

The sender of a request with a wrong signature or token is told \`unauthorized\` and no more. The log and the record have one of these:
`;

/** @returns {Promise<string>} */
export async function makePage() {
  const { CONFIG_CODES } = await readTable(configCodesUrl);
  const { EVENT_CODES } = await readTable(eventCodesUrl);
  const groups = GROUPS.map(([title, group]) => {
    const codes = Object.keys(group).filter((code) => Object.hasOwn(CONFIG_CODES, code));
    const entries = codes.map((code) => renderConfigCode(code, CONFIG_CODES[code], group[code]));
    return { title, text: entries.join("\n\n") };
  });
  const events = Object.entries(EVENT_CODES).map(([code, { status, meaning }]) =>
    renderEventCode(code, `${status}: ${meaning}`, REQUESTS[code]),
  );
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

/** @param {string} code @param {string} meaning @param {CodeExample | undefined} example */
function renderConfigCode(code, meaning, example) {
  const fence =
    example === undefined || "proof" in example
      ? []
      : [...renderEvents(example), `\`\`\`diff\n${renderDifference(example)}\n\`\`\``];
  return [`### ${code}`, meaning, ...fence, example?.say ?? ""].join("\n\n");
}

/** @param {import("./error-codes/example.mjs").ConfigExample} example */
function renderEvents(example) {
  return example.events === undefined
    ? []
    : [`\`\`\`ndjson\n${eventsFrom(example).trimEnd()}\n\`\`\``];
}

/** Long ones are cut: they show that something is too deep. */
const MAX_LINE_CHARACTERS = 160;

/** @param {import("./error-codes/example.mjs").ConfigExample} example */
function renderDifference({ wrong, right, files = {}, fixedFiles }) {
  if (fixedFiles !== undefined) return lineDifference(textOf(files), textOf(fixedFiles));
  return lineDifference(wrong, right);
}

/** @param {Readonly<Record<string, string>>} files */
const textOf = (files) => Object.values(files).join("\n");

/**
 * The lines that both begin and end with stand once.
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

/** @param {string} code @param {string} meaning @param {EventExample | undefined} example */
function renderEventCode(code, meaning, example) {
  const shown = example === undefined || "proof" in example ? [] : renderRequest(example);
  return [`### ${code}`, meaning, ...shown, example?.say ?? ""].join("\n\n");
}

/** @param {import("./error-codes/requests.mjs").RequestExample} example */
function renderRequest({ config, before, request }) {
  const requests = [before, request].filter((one) => one !== undefined);
  return [
    ...(config === undefined ? [] : [`\`\`\`yaml\n${config}\n\`\`\``]),
    `\`\`\`http\n${requests.join("\n\n").trimEnd()}\n\`\`\``,
  ];
}

/** The codes are a type, which has nothing at run time. */
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
