// @ts-check
// `npm run vendor -- acme`: the file of a vendor → what is missing, as a list. Exit code 1 if something is.
//
// Reads the row, signs its samples and sends them, good and wrong, to a real server, checks it against what is not
// ours, and compares the pages that are made from it.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { styleText } from "node:util";
import { ensureInstalled, installDifferences } from "../run/ensure-installed.mjs";
import { runStep, TURBO } from "../run/run-step.mjs";

/** @typedef {import("./check-row.mjs").Finding} Finding */

const root = fileURLToPath(new URL("../..", import.meta.url));
const vendors = new URL("../../packages/signatures/src/vendors/", import.meta.url);

const MARKS = {
  done: styleText("green", "✓"),
  missing: styleText("red", "✗"),
  unknown: styleText("yellow", "?"),
};

/** @param {readonly Finding[]} findings */
function print(findings) {
  for (const { state, what, hint } of findings) {
    console.log(`${MARKS[state]} ${what}${state === "done" ? "" : `\n    ${hint}`}`);
  }
}

const JUDGES = "packages/core/test/judges";

const SUITES = [
  "packages/signatures/test/vendors.test.ts",
  "packages/signatures/src/vendors/shared/delivery-ids.test.ts",
  "docs/provider-pages.slow.test.ts",
  "docs/vendors-table.slow.test.ts",
];

/**
 * The tests of these suites whose titles name the vendor.
 *
 * @param {string} id
 * @returns {Promise<readonly Finding[]>}
 */
async function runTests(id) {
  const hasJudges = installDifferences(`${root}packages/conformance/judges`).length === 0;
  const suites = hasJudges ? [...SUITES, JUDGES] : SUITES;
  const folder = mkdtempSync(join(tmpdir(), "hookwright-vendor-"));
  const report = join(folder, "vitest.json");
  const named = `(?<![\\w-])${id}(?![\\w-])`;
  const args = ["node_modules/vitest/vitest.mjs", "run", ...suites, "-t", named];
  try {
    await runStep(root, {
      title: `tests that name ${id}`,
      args: [...args, "--reporter=json", `--outputFile=${report}`],
    });
    const { testResults } = JSON.parse(readFileSync(report, "utf8"));
    return [...testResults.flatMap(findingsOf), ...(hasJudges ? [] : [NOT_RUN])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @typedef {object} SuiteResult
 * @property {string} message why none of its tests could run
 * @property {readonly { title: string, status: string, failureMessages: readonly string[] }[]} assertionResults
 */

/** @param {SuiteResult} suite @returns {readonly Finding[]} */
function findingsOf({ assertionResults, message }) {
  const run = assertionResults.filter(({ status }) => status === "passed" || status === "failed");
  if (run.length === 0 && message !== "") return [failed("a suite of tests", message)];
  return run.map(({ title, status, failureMessages: [text = ""] }) =>
    status === "passed" ? { state: "done", what: title } : failed(title, text),
  );
}

/** @type {Finding} */
const NOT_RUN = {
  state: "unknown",
  what: "the judges were not run",
  hint: "node packages/conformance/judges/ensure.mjs installs the libraries of vendors; CI has them.",
};

/** @param {string} what @param {string} message @returns {Finding} */
function failed(what, message) {
  return { state: "missing", what, hint: message.split("\n").slice(0, 4).join("\n    ") };
}

/** @param {string} id @returns {Promise<readonly Finding[]>} */
async function comparePages(id) {
  const { VENDORS } = await import("@hookwright/signatures/vendors");
  const { folder, makePages } = await import("../../docs/tools/provider-pages.mjs");
  const { makeTablePage } = await import("../../docs/tools/table-pages.mjs");
  const read = (/** @type {string} */ path) => (existsSync(path) ? readFileSync(path, "utf8") : "");
  const stale = [...makePages(VENDORS)].filter(([file, text]) => read(`${folder}${file}`) !== text);
  const operations = `${root}docs/operations.md`;
  const { default: results } = await import("../../packages/conformance/judges/results.json", {
    with: { type: "json" },
  });
  const name = VENDORS.find(({ provider }) => provider.id === id)?.provider.name;
  return [
    compare(stale.length === 0, "docs/providers", "npm run pages -- provider"),
    compare(
      read(operations) === (await makeTablePage("operations")),
      "docs/operations.md",
      "npm run pages -- table",
    ),
    compare(
      read(`${root}docs/vendors-table.md`).includes(`\n| [${name}](`),
      "docs/vendors-table.md",
      "npm run pages -- vendors-table",
    ),
    compare(
      Object.hasOwn(results, id),
      "packages/conformance/judges/results.json",
      "node packages/conformance/judges/judges-table.mjs --write",
    ),
  ];
}

/** @param {boolean} isCurrent @param {string} what @param {string} command @returns {Finding} */
function compare(isCurrent, what, command) {
  return isCurrent
    ? { state: "done", what: `${what} is up to date` }
    : { state: "missing", what: `${what} is outdated`, hint: `Run: ${command}` };
}

/** @param {string} id @returns {Promise<readonly Finding[]>} */
async function checkVendor(id) {
  // What npm installs is not there before.
  const { checkRow, importVendor } = await import("./check-row.mjs");
  const row = checkRow(id, await importVendor(new URL(`${id}.ts`, vendors)));
  print(row);
  // Nothing can be signed without a proof, and the other tests need all of the row.
  if (row.some(({ state }) => state === "missing")) return row;
  const build = [
    TURBO,
    "run",
    "build",
    "--filter=@hookwright/signatures",
    "--output-logs=errors-only",
  ];
  if (!(await runStep(root, { title: "build", args: build }))) {
    return [{ state: "missing", what: "the build", hint: "See above." }];
  }
  const tests = await runTests(id);
  print(tests);
  const pages = await comparePages(id);
  print(pages);
  return [...row, ...tests, ...pages];
}

/** @param {string | undefined} id @returns {Promise<boolean>} */
async function main(id) {
  if (id === undefined || !existsSync(new URL(`${id}.ts`, vendors))) {
    const files = readdirSync(vendors).filter((file) => /^[\w-]+\.ts$/.test(file));
    console.error(`There is no packages/signatures/src/vendors/${id ?? "ID"}.ts.`);
    console.error(
      `Copy one of the ${files.length} vendors that signs alike; CONTRIBUTING.md shows the shortest.`,
    );
    return false;
  }
  if (!(await ensureInstalled(root))) return false;
  const findings = await checkVendor(id);
  const lacks = findings.filter(({ state }) => state === "missing").length;
  const unknown = findings.filter(({ state }) => state === "unknown").length;
  const may = unknown === 0 ? "" : ` ${unknown} may stay as they are (?).`;
  console.log(`\n${id}: ${lacks === 0 ? "nothing is missing." : `${lacks} missing.`}${may}`);
  return lacks === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = (await main(process.argv[2])) ? 0 : 1;
}
