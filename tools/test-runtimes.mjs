// @ts-check
// `npm run test:runtimes`: the suites on other runtimes and compilers → a table, and one line that counts.
//
// Node 20 runs everything in `npm run test:all`. Here, later Nodes run the same unit tests; Bun and Deno run
// those of the core and the HTTP cases, also on servers of their own; older and newer TypeScripts check
// a project that has installed the packages; and the embedding examples whose frameworks take long to
// install are run over HTTP. Names choose rows: `npm run test:runtimes -- bun deno`.
import { fileURLToPath } from "node:url";
import { frameworkNames } from "../packages/conformance/frameworks/drive-frameworks.mjs";
import { ensureRuntimes } from "../packages/conformance/runtimes/ensure.mjs";
import { COMPILERS, checkTypes, runExample } from "../packages/conformance/runtimes/other-rows.mjs";
import { runSuite, SUITES } from "../packages/conformance/runtimes/run-suite.mjs";
import { createConsumer } from "./checks/create-consumer.mjs";
import { readPackages } from "./checks/read-packages.mjs";
import { ensureInstalled } from "./run/ensure-installed.mjs";
import { build, runStep } from "./run/run-step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** @typedef {import("../packages/conformance/runtimes/other-rows.mjs").Row} Row */

/** @param {Row} row */
function printRow({ name, version, passed, failed, skipped, gaps, lines }) {
  const columns = [passed, failed, skipped, gaps].map((value) => String(value).padStart(8));
  console.log(`${name.padEnd(14)}${version.padEnd(10)}${columns.join("")}`);
  for (const line of lines) console.log(line);
}

/** @param {readonly string[]} wanted */
async function runAll(wanted) {
  const isWanted = (/** @type {string} */ name) => wanted.length === 0 || wanted.includes(name);
  const binaries = await ensureRuntimes();
  console.log(`${"".padEnd(24)}  passed  failed skipped   known`);
  /** @type {Row[]} */
  const rows = [];
  const add = (/** @type {Row} */ row) => {
    rows.push(row);
    printRow(row);
  };
  const suites = SUITES.filter(({ name, isPart }) =>
    isPart === true ? wanted.includes(name) : isWanted(name),
  );
  for (const suite of suites) add(await runSuite(suite, binaries[suite.binary]));
  for (const name of frameworkNames.map((framework) => `embed-${framework}`).filter(isWanted)) {
    add(await runExample(name));
  }
  const compilers = COMPILERS.filter(isWanted);
  if (compilers.length === 0) return rows;
  const published = readPackages(root).filter(({ isPrivate }) => !isPrivate);
  const { project, remove } = await createConsumer(root, published);
  try {
    for (const compiler of compilers) add(await checkTypes(project, compiler));
  } finally {
    remove();
  }
  return rows;
}

const isReady = (await ensureInstalled(root)) && (await runStep(root, build));
const rows = isReady ? await runAll(process.argv.slice(2)) : [{ passed: 0, failed: 1 }];
const total = (/** @type {"passed" | "failed"} */ key) =>
  rows.reduce((sum, row) => sum + row[key], 0);
console.log(`${total("passed")} passed, ${total("failed")} failed`);
process.exitCode = total("failed") === 0 ? 0 : 1;
