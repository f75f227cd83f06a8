// @ts-check
// codes/*.mjs and the lints of src/authoring/advice → every code of a problem or of a failed request, with its row.
import { readdir, readFile } from "node:fs/promises";
import { readLiteral } from "../../../../tools/build/read-literal.mjs";
import { AUTH } from "../../codes/auth.mjs";
import { EVENTS } from "../../codes/events.mjs";
import { FILES } from "../../codes/files.mjs";
import { HOST } from "../../codes/host.mjs";
import { MAPPINGS } from "../../codes/mappings.mjs";
import { TEMPLATES } from "../../codes/templates.mjs";

/** @typedef {import("../../src/authoring/advice/code-row.ts").CodeRow} CodeRow */
/** @typedef {import("../../src/authoring/advice/code-row.ts").CodeRows} CodeRows */
/** @typedef {import("../../src/authoring/advice/code-row.ts").CodeSection} CodeSection */

export { EVENT_CODES } from "../../codes/requests.mjs";

const advice = new URL("../../src/authoring/advice/", import.meta.url);

/** @type {readonly (readonly [CodeSection, CodeRows])[]} */
const TABLES = [
  ["files", FILES],
  ["auth", AUTH],
  ["mappings", MAPPINGS],
  ["templates", TEMPLATES],
  ["events", EVENTS],
  ["host", HOST],
];

/** @returns {Promise<Map<string, CodeRow & { section: CodeSection }>>} by code; those of lints come last */
export async function readConfigCodes() {
  const lints = await readLintCodes();
  const rows = [
    ...TABLES.flatMap(([section, rows]) => withSection(rows, section)),
    ...lints.flatMap((rows) => withSection(rows, "mappings")),
  ];
  const codes = new Map(rows);
  if (codes.size < rows.length) {
    const twice = rows.find(([code], index) => rows.findIndex(([one]) => one === code) < index);
    throw new Error(`The code ${twice?.[0]} has two rows.`);
  }
  return codes;
}

/** @param {CodeRows} rows @param {CodeSection} section */
function withSection(rows, section) {
  return Object.entries(rows).map(
    ([code, row]) => /** @type {const} */ ([code, { section, ...row }]),
  );
}

/** Names of the modules below advice/lints, each of which has a `check` of one mapping. */
export async function listMappingLints() {
  const files = await readdir(new URL("lints/", advice));
  return files
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => file.slice(0, -".ts".length))
    .sort();
}

/** One table for each file. @returns {Promise<readonly CodeRows[]>} */
export async function readLintCodes() {
  const files = (await readdir(advice, { recursive: true }))
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .sort();
  const tables = await Promise.all(
    files.map(async (file) => readLiteral(await readFile(new URL(file, advice), "utf8"), "CODES")),
  );
  return tables.filter((table) => table !== undefined);
}

/** @param {ReadonlyMap<string, unknown>} config @param {Readonly<Record<string, { status: number, payloadAlone?: true | "partly" }>>} events */
export function codesModule(config, events) {
  const alone = Object.keys(events).filter((code) => events[code]?.payloadAlone === true);
  return [
    "// Generated from codes/*.mjs and the lints of src/authoring/advice by tools/generate.mjs.",
    "/** A stable name of one kind of config problem. */",
    "export type ConfigCode =",
    `${[...config.keys()].map((code) => `  | "${code}"`).join("\n")};`,
    "",
    "/** Each event code with the HTTP status of its answer. */",
    "export const EVENT_STATUS = {",
    ...Object.entries(events).map(([code, { status }]) => `  ${code}: ${status},`),
    "} as const;",
    "",
    "/** A stable name of one way in which a request fails. */",
    "export type EventCode = keyof typeof EVENT_STATUS;",
    "",
    "/** The codes of requests that no config would accept: the payload alone is wrong. */",
    `export const PAYLOAD_ALONE: ReadonlySet<string> = new Set(${JSON.stringify(alone)});`,
    "",
  ].join("\n");
}

/** @param {readonly string[]} names */
export function mappingLintsModule(names) {
  return [
    "// Generated from the files of advice/lints by tools/generate.mjs.",
    'import type { MappingLint } from "../advice/checked-mapping.ts";',
    ...names.map(
      (name, index) => `import { check as check${index} } from "../advice/lints/${name}.ts";`,
    ),
    "",
    "/** In the order of their names. */",
    `export const MAPPING_LINTS: readonly MappingLint[] = [${names.map((_, index) => `check${index}`).join(", ")}];`,
    "",
  ].join("\n");
}
