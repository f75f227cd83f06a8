// @ts-check
// The table of vendors, and a run of the judges' tests → docs/signatures.md, between its markers.
//
// `--write` writes it. A test compares what does not need a run: vendors, ways and judges.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { judgesOf } from "./judges/judges-of.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "docs/signatures.md");
const BEGIN = "<!-- made by tools/judges-table.mjs -->";
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

/** @returns {Map<string, number>} checks that passed, by vendor */
function countChecks() {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-judges-"));
  const report = join(folder, "vitest.json");
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project=judges", "--reporter=json"];
  // It compares the page that is to be written.
  args.push("--exclude=**/table.test.ts");
  try {
    execFileSync(process.execPath, [...args, `--outputFile=${report}`], { cwd: root });
    /** @type {{ testResults: readonly { assertionResults: readonly { title: string, status: string }[] }[] }} */
    const { testResults } = JSON.parse(readFileSync(report, "utf8"));
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { title, status } of testResults.flatMap((file) => file.assertionResults)) {
      const [, id] = /\(\) for ([a-z\d-]+)/.exec(title) ?? [];
      if (id !== undefined && status === "passed") counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { PROVIDERS } = await import("@hookwright/core/auth");
  const counts = countChecks();
  const table = [
    "| Vendor | `provider` | Way | Judges | Checks passed |",
    "|---|---|---|---|---|",
    ...PROVIDERS.map((vendor) => `${rowStart(vendor)} ${counts.get(vendor.id) ?? 0} |`),
  ].join("\n");
  console.log(table);
  if (process.argv.includes("--write")) {
    const text = readFileSync(page, "utf8");
    const start = text.indexOf(BEGIN);
    const end = text.indexOf(END, start);
    if (start === -1 || end === -1)
      throw new Error(`docs/signatures.md lacks ${BEGIN} and ${END}.`);
    writeFileSync(page, `${text.slice(0, start + BEGIN.length)}\n\n${table}\n\n${text.slice(end)}`);
  }
}
