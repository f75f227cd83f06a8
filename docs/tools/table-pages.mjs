// @ts-check
// Tables, schemas and files of channels → the generated parts of handwritten pages: channels, host, http, operate,
// operations.
// Run it with --write after a change of one.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PROVIDERS } from "@hookwright/signatures";
import { EVENT_CODES } from "../../packages/core/codes/requests.mjs";
import * as OPERATOR from "../../packages/host/codes/operator-codes.mjs";
import { readChannels } from "../../packages/host/tools/read-channels.mjs";
import { readTable } from "../../tools/build/read-table.mjs";

/** @typedef {Awaited<ReturnType<typeof readChannels>>[number]} Channel */

const source = (/** @type {string} */ path) => new URL(`../../packages/${path}`, import.meta.url);
const urlOf = (/** @type {string} */ page) => new URL(`../${page}.md`, import.meta.url);

/** By page and by the name in the markers around the part. */
const PARTS = {
  channels: { Channels: renderChannels, Sections: renderSections },
  host: { Settings: renderSettings },
  http: { Codes: renderCodes },
  operate: {
    Health: () => renderCodesOf(OPERATOR.HEALTH_REASONS),
    Runs: () => renderCodesOf(OPERATOR.RUN_CODES),
    Deliveries: renderDeliveries,
    Refusals: () => renderCodesOf(OPERATOR.REFUSAL_CODES),
    Starts: () => renderCodesOf(OPERATOR.START_CODES),
    Commands: () => renderCodesOf(OPERATOR.COMMAND_CODES),
  },
  operations: { Metrics: renderMetrics, Retries: renderRetries },
};

export const TABLE_PAGES = /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS));

/** The page with its generated parts renewed. @param {keyof typeof PARTS} name */
export async function makeTablePage(name) {
  let page = await readFile(urlOf(name), "utf8");
  if (name === "http") page = await withRequestFields(page);
  for (const [part, render] of Object.entries(PARTS[name])) {
    const start = `<!-- ${part}: made by docs/tools/table-pages.mjs. -->`;
    const end = `<!-- End of ${part}. -->`;
    if (!page.includes(start) || !page.includes(end)) throw new Error(`${name}.md has no ${part}.`);
    const from = page.indexOf(start) + start.length;
    page = `${page.slice(0, from)}\n\n${await render()}\n\n${page.slice(page.indexOf(end, from))}`;
  }
  return page;
}

/** @param {readonly string[]} head @param {readonly (readonly (string | number)[])[]} rows */
function tableOf(head, rows) {
  const [first, ...lines] = [head, ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return [first, `|${"---|".repeat(head.length)}`, ...lines].join("\n");
}

/** @param {string} text */
const code = (text) => `\`${text}\``;

function renderCodes() {
  const rows = Object.entries(EVENT_CODES).map(([name, { status, meaning }]) => [
    status,
    code(name),
    meaning,
  ]);
  return tableOf(["status", "code", "meaning"], rows);
}

/** What a request may have: `{text, mode?}`. @param {string} page */
async function withRequestFields(page) {
  const { ACTION_FIELDS } = await readTable(source("core/src/model/action-fields.ts"));
  return page.replaceAll(/(?<=\| `\/(wake|agent)` with `)\{[^}]*\}/g, (_found, kind) => {
    const names = ACTION_FIELDS.filter(
      (/** @type {any} */ { usedBy, inRequests }) => usedBy.includes(kind) && inRequests !== false,
    ).map((/** @type {any} */ { name, wakeName, inRequests }) => {
      const shown = kind === "wake" ? (wakeName ?? name) : name;
      return inRequests === "required" ? shown : `${shown}?`;
    });
    return `{${names.join(", ")}}`;
  });
}

async function renderSettings() {
  const schema = await readFile(source("host/schema/host.schema.json"), "utf8");
  const rows = leavesOf(JSON.parse(schema).definitions.host, "host").map(
    ([key, { description, default: standard }]) => [
      code(key),
      description,
      standard === undefined ? "" : code(standard),
    ],
  );
  return tableOf(["key", "meaning", "default"], rows);
}

/**
 * Keys with a value, by their path; a reference to another definition is described on another page.
 *
 * @param {any} schema
 * @param {string} path
 * @returns {readonly (readonly [string, any])[]}
 */
function leavesOf(schema, path) {
  if (schema.properties === undefined) return [[path, schema]];
  return Object.entries(schema.properties).flatMap(([key, one]) => leavesOf(one, `${path}.${key}`));
}

/** @param {OPERATOR.CodeTable} codes */
function renderCodesOf(codes) {
  const rows = Object.entries(codes).map(([name, { meaning, act }]) => [code(name), meaning, act]);
  return tableOf(["what you see", "what it means", "what to do"], rows);
}

async function renderDeliveries() {
  const { SEND_CODES } = await readTable(source("host/src/channels/shared/send-codes.ts"));
  const ofHost = Object.entries(OPERATOR.DELIVERY_CODES).map(([name, { meaning, act }]) => [
    code(name),
    "dead",
    meaning,
    act,
  ]);
  const ofPlatforms = Object.entries(OPERATOR.SEND_RESULTS).flatMap(([result, names]) =>
    names.map((name) => [code(name), result, SEND_CODES[name].meaning, SEND_CODES[name].hint]),
  );
  const head = ["what you see", "result", "what it means", "what to do"];
  return tableOf(head, [...ofHost, ...ofPlatforms]);
}

async function renderMetrics() {
  const { METRICS } = await readTable(source("telemetry/src/metrics/metric-rows.ts"));
  const { HOST_METRICS } = await readTable(source("cli/src/admin/create-host-metrics.ts"));
  const rows = [...Object.values(METRICS), ...Object.values(HOST_METRICS)].map(
    ({ name, kind, labels, help }) => [code(name), kind, labels.map(code).join(", "), help],
  );
  return tableOf(["metric", "kind", "labels", "meaning"], rows);
}

/** Vendors with the same habit share a row. */
function renderRetries() {
  /** @type {Map<string, string[]>} */
  const byHabit = new Map();
  for (const { name, delivery } of PROVIDERS) {
    if (delivery?.retries === undefined) continue;
    byHabit.set(delivery.retries, [...(byHabit.get(delivery.retries) ?? []), name]);
  }
  const rows = [...byHabit].map(([habit, names]) => [names.join(", "), habit]);
  return tableOf(["sender", "what it does"], rows);
}

async function renderChannels() {
  const channels = await readChannels();
  const rows = channels.map(({ id, sendsWith, library }) => {
    const install = library === undefined ? "nothing" : code(`npm install ${library}`);
    return [`[${id}](#${id})`, sendsWith ?? "", install];
  });
  return tableOf(["channel", "sends with", "install"], rows);
}

async function renderSections() {
  const channels = await readChannels();
  const sections = channels.map(({ id, notes }) => `## ${id}\n\n${notes}`);
  return sections.join("\n").trimEnd();
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  for (const name of TABLE_PAGES) await writeFile(urlOf(name), await makeTablePage(name));
}
