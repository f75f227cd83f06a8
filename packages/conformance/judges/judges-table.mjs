// @ts-check
// The table of vendors, and a run of the judges' tests → docs/signatures.md, between its markers, and results.json.
//
// `--write` writes them, unless a check failed. A test compares what does not need a run: vendors, ways and judges.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { judgesOf } from "./judges-of.mjs";
import { COLUMN_NAMES, cellsOf, groupChecks } from "./results.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = join(root, "docs/signatures.md");
const results = fileURLToPath(new URL("results.json", import.meta.url));
const BEGIN = "<!-- made by packages/conformance/judges/judges-table.mjs -->";
const END = "<!-- end -->";

/**
 * @typedef {object} Scheme
 * @property {string} algorithm
 * @property {string} encoding
 * @property {string} signed
 *
 * @typedef {object} Jwt
 * @property {readonly string[]} algorithms
 * @property {{ readonly claim: string }} [binds]
 *
 * @typedef {object} Vendor
 * @property {string} id
 * @property {string} name
 * @property {readonly Scheme[]} [signatures]
 * @property {object} [token]
 * @property {Jwt} [jwt]
 * @property {string} [message]
 */

/** @param {Vendor} vendor @returns {string} the cells of its row but the last, which counts checks */
export function rowStart({ id, name, signatures = [], token, jwt, message }) {
  const [scheme] = signatures;
  const ways = [
    ...(scheme === undefined
      ? []
      : [`${scheme.algorithm}, ${scheme.encoding}, \`${scheme.signed}\``]),
    ...(jwt === undefined ? [] : [`JWT ${jwt.algorithms.join(", ")}${boundBy(jwt)}`]),
    ...(message === undefined ? [] : ["in the message"]),
    ...(token === undefined ? [] : ["token"]),
  ];
  return `| ${name} | \`${id}\` | ${ways.join("; ")} | ${judgesOf(id).join("; ")} |`;
}

/** @param {Jwt} jwt */
function boundBy({ binds }) {
  return binds === undefined ? "" : `, \`${binds.claim}\``;
}

/** @returns {readonly import("./results.mjs").Check[]} also those that failed */
function runChecks() {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-judges-"));
  const report = join(folder, "vitest.json");
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project=sdks", "--reporter=json"];
  // It compares the pages that are to be written.
  args.push("--exclude=**/table.sdk.test.ts", `--outputFile=${report}`);
  try {
    spawnSync(process.execPath, args, { cwd: root });
    /** @type {{ testResults: readonly { assertionResults: readonly { title: string, status: string }[] }[] }} */
    const { testResults } = JSON.parse(readFileSync(report, "utf8"));
    return testResults
      .flatMap((file) => file.assertionResults)
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ title, status }) => ({ title, passed: status === "passed" }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {readonly string[]} names @param {readonly string[]} rows */
const toTable = (names, rows) =>
  [`| ${names.join(" | ")} |`, `|${names.map(() => "---").join("|")}|`, ...rows].join("\n");

/** @param {string} text @param {string} table */
function replaceTable(text, table) {
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END, start);
  if (start === -1 || end === -1) throw new Error(`docs/signatures.md lacks ${BEGIN} and ${END}.`);
  return `${text.slice(0, start + BEGIN.length)}\n\n${table}\n\n${text.slice(end)}`;
}

/** @param {readonly (readonly [id: string, cells: readonly string[]])[]} rows */
function resultsToJson(rows) {
  const lines = [
    `"columns": [${COLUMN_NAMES.map((name) => JSON.stringify(name)).join(", ")}]`,
    ...rows.map(([id, cells]) => `"${id}": [${cells.map((cell) => Number(cell) || 0).join(", ")}]`),
  ];
  return `{\n  ${lines.join(",\n  ")}\n}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { PROVIDERS } = await import("@hookwright/signatures");
  const checks = runChecks();
  const groups = groupChecks(checks);
  const passedOf = (/** @type {string} */ id) =>
    (groups.get(id) ?? []).filter(({ passed }) => passed).length;
  const judges = toTable(
    ["Vendor", "`provider`", "Way", "Judges", "Checks passed"],
    PROVIDERS.map((vendor) => `${rowStart(vendor)} ${passedOf(vendor.id)} |`),
  );
  const rows = PROVIDERS.map(
    ({ id }) => /** @type {const} */ ([id, cellsOf(groups.get(id) ?? [])]),
  );
  const matrix = toTable(
    ["`provider`", ...COLUMN_NAMES],
    rows.map(([id, cells]) => `| \`${id}\` | ${cells.join(" | ")} |`),
  );
  console.log(`${judges}\n\n${matrix}`);
  const failed = checks.filter(({ passed }) => !passed);
  if (process.argv.includes("--write") && failed.length === 0) {
    writeFileSync(page, replaceTable(readFileSync(page, "utf8"), judges));
    writeFileSync(results, resultsToJson(rows));
  }
  console.log(`\n${PROVIDERS.length} vendors, ${checks.length} checks, ${failed.length} failed`);
  for (const { title } of failed) console.log(`failed: ${title}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
