// @ts-check
// The tests of the recipes (packages/samples/tests) → what they cover and notice, as the table of docs/testing-recipes.md.
//
//   npm run test:recipes                     all of them: what is missing, and a line for each
//   npm run test:recipes -- github           one
//   npm run test:recipes -- github --update  also writes its snapshots
//   npm run test:recipes -- --write          all, and the table
//
// It needs `npm run build`. Each test runs in its own folder with the config of the page, the events, and the command.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

/** @param {string} path */
const root = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const COMMAND = fileURLToPath(new URL("../../packages/cli/bin/hookwright.js", import.meta.url));
const SNAPSHOTS = "__snapshots__";

/** The tests of all recipes, each in a folder of its name. */
const TESTS = root("packages/samples/tests");

/** @returns {readonly string[]} */
export function listRecipeTests() {
  return readdirSync(TESTS).sort();
}

/**
 * The config is the first of the page. Returns the path of the test file.
 *
 * @param {string} name
 * @param {string} folder
 */
export function assembleTest(name, folder) {
  const page = readFileSync(root(`docs/recipes/${name}.md`), "utf8");
  const [, config = ""] = /^```json5\n([\s\S]*?)^```/m.exec(page) ?? [];
  writeFileSync(join(folder, "hooks.json5"), config);
  cpSync(root(`packages/samples/events/${name}`), join(folder, "events", name), {
    recursive: true,
  });
  cpSync(join(TESTS, name), folder, { recursive: true });
  return join(folder, "hooks.test.yaml");
}

/** These show that a part of a config decides nothing, so none may survive. */
const ALWAYS_KILLED = ["mapping-remove", "cond-negate", "clause-drop", "field-drop"];

const MIN_SCORE = 95;

/**
 * @typedef {object} RecipeRow
 * @property {string} name
 * @property {number} cases
 * @property {readonly string[]} failed cases that fail, or that nobody reviewed
 * @property {Readonly<Record<string, { readonly covered: number, readonly total: number, readonly percent: number }>>} coverage by kind, and `total`
 * @property {readonly string[]} uncovered
 * @property {MutationCounts} [mutation] absent where no mutants were run
 *
 * @typedef {object} MutationCounts
 * @property {Readonly<Record<string, number>>} counts by verdict
 * @property {number} ignored
 * @property {number} score
 * @property {readonly Survivor[]} survivors
 * @property {readonly string[]} unused exceptions that fit no mutant
 *
 * @typedef {object} Survivor
 * @property {string} operator
 * @property {string} text
 */

/**
 * @param {string} name
 * @param {{ readonly run: string, readonly coverage: string }} reports
 * @returns {RecipeRow}
 */
export function readReports(name, { run, coverage }) {
  const { files, mutation } = JSON.parse(run);
  const { kinds, total, units } = JSON.parse(coverage).configs[0];
  /** @type {readonly any[]} */
  const cases = files[0].cases;
  return {
    name,
    cases: cases.length,
    failed: cases.filter(({ ok, reviewed }) => !ok || reviewed === false).map((one) => one.name),
    coverage: { ...kinds, total },
    uncovered: units.filter((/** @type {any} */ { isCovered }) => !isCovered).map(describeUnit),
    ...(mutation !== undefined && { mutation: readMutation(mutation[0]) }),
  };
}

/** @param {any} unit @returns {string} */
function describeUnit({ label, reason, mappingId, path, suggestion }) {
  const { patch, remove } = suggestion ?? {};
  const change = suggestion === undefined ? "" : `   try ${JSON.stringify({ patch, remove })}`;
  return `uncovered  ${mappingId ?? path.join(".")}  ${label}: ${reason}${change}`;
}

/** @param {any} mutation @returns {MutationCounts} */
function readMutation({ counts, ignored, score, unused, mutants }) {
  const left = mutants.filter((/** @type {any} */ { verdict }) =>
    ["survived", "not covered"].includes(verdict),
  );
  return {
    counts,
    ignored,
    score,
    survivors: left.map(readSurvivor),
    unused: unused.map((/** @type {any} */ { mutant, at }) => `no mutant is ${mutant} at ${at}`),
  };
}

/**
 * A mutant is of a mapping, or of a partial.
 *
 * @param {any} mutant
 * @returns {Survivor}
 */
function readSurvivor({ operator, mapping, partial, label, verdict, difference }) {
  const at = partial === undefined ? mapping : `partials.${partial}`;
  const change = JSON.stringify(difference) ?? "";
  return { operator, text: `${verdict}  ${operator}  ${at}  ${label}   ${change}` };
}

/**
 * In words; nothing where all holds.
 *
 * @param {RecipeRow} row
 * @returns {readonly string[]}
 */
export function findFaults({ failed, uncovered, mutation }) {
  const { score = MIN_SCORE, survivors = [], unused = [] } = mutation ?? {};
  const grave = survivors.filter(({ operator }) => ALWAYS_KILLED.includes(operator));
  return [
    ...failed.map((name) => `failed  ${name}`),
    ...uncovered,
    ...grave.map(({ text }) => text),
    ...unused,
    ...(score < MIN_SCORE ? [`the score is ${score} %, and must be ${MIN_SCORE} %`] : []),
  ];
}

const PAGE = new URL("../testing-recipes.md", import.meta.url);

const BEGIN = "<!-- made by docs/tools/recipe-tests.mjs -->";
const END = "<!-- end -->";

const KINDS = ["mappings", "clauses", "conditions", "branches", "expressions"];
const VERDICTS = ["killed", "survived", "not covered", "same", "invalid"];

export function readPage() {
  return readFileSync(PAGE, "utf8");
}

/** @param {readonly RecipeRow[]} rows */
function writePage(rows) {
  const page = readPage();
  const from = page.indexOf(BEGIN) + BEGIN.length;
  const to = page.indexOf(END, from);
  writeFileSync(PAGE, `${page.slice(0, from)}\n\n${tableFrom(rows)}\n\n${page.slice(to)}`);
}

/** @param {readonly RecipeRow[]} rows @returns {string} */
function tableFrom(rows) {
  const heads = ["recipe", "cases", ...KINDS, "coverage", ...VERDICTS, "ignored", "score"];
  const rule = heads.map((_, index) => (index === 0 ? "---" : "--:"));
  return [lineFrom(heads), lineFrom(rule), ...rows.map(rowToLine)].join("\n");
}

/**
 * Where no mutants were run, the line is cut before their numbers.
 *
 * @param {RecipeRow} row
 * @returns {string}
 */
export function rowToLine({ name, cases, coverage, mutation }) {
  const covered = [
    `[${name}](../packages/samples/tests/${name}/hooks.test.yaml)`,
    cases,
    ...KINDS.map((kind) => coverage[kind]?.total),
    `${coverage["total"]?.percent} %`,
  ];
  if (mutation === undefined) return `${lineFrom(covered)}`;
  const { counts, ignored, score } = mutation;
  return lineFrom([...covered, ...VERDICTS.map((one) => counts[one]), ignored, `${score} %`]);
}

/** @param {readonly unknown[]} cells */
function lineFrom(cells) {
  return `| ${cells.join(" | ")} |`;
}

function main() {
  const words = process.argv.slice(2);
  const updates = words.includes("--update");
  const writes = words.includes("--write");
  const named = words.filter((word) => !word.startsWith("--"));
  if (writes && named.length > 0)
    throw new Error("The table has all recipes: --write takes no names.");

  const rows = (named.length > 0 ? named : listRecipeTests()).map((name) => {
    const start = performance.now();
    const row = runRecipe(name, updates);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const survivors = row.mutation?.survivors.map(({ text }) => text) ?? [];
    for (const text of new Set([...findFaults(row), ...survivors])) console.log(text);
    console.log(`${describeRow(row)} · ${seconds} s`);
    return row;
  });
  if (writes) writePage(rows);
  if (rows.some((row) => findFaults(row).length > 0)) process.exitCode = 1;
}

/** @param {string} name @param {boolean} updates @returns {RecipeRow} */
function runRecipe(name, updates) {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-recipe-"));
  try {
    assembleTest(name, folder);
    const flags = ["--json", "--coverage=json", "--mutate", ...(updates ? ["--update"] : [])];
    const { stdout, stderr } = spawnSync(process.execPath, [COMMAND, "test", ...flags], {
      cwd: folder,
      encoding: "utf8",
      // Where it is set, a snapshot that is missing fails.
      env: { ...process.env, CI: updates ? "" : "1" },
      maxBuffer: 2 ** 28,
    });
    const coverage = join(folder, "coverage", "coverage.json");
    if (!existsSync(coverage)) throw new Error(`${name}: ${stdout}${stderr}`);
    if (updates) keepSnapshots(name, folder);
    return readReports(name, { run: stdout, coverage: readFileSync(coverage, "utf8") });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} name @param {string} folder */
function keepSnapshots(name, folder) {
  const kept = join(TESTS, name, SNAPSHOTS);
  rmSync(kept, { recursive: true, force: true });
  if (existsSync(join(folder, SNAPSHOTS))) {
    cpSync(join(folder, SNAPSHOTS), kept, { recursive: true });
  }
}

/** @param {RecipeRow} row @returns {string} */
function describeRow({ name, cases, failed, coverage, mutation }) {
  const { counts = {}, ignored, score } = mutation ?? {};
  return [
    `${name}: ${cases} cases, ${failed.length} failed`,
    ...KINDS.map((kind) => `${kind} ${coverage[kind]?.covered}/${coverage[kind]?.total}`),
    `coverage ${coverage["total"]?.percent} %`,
    ...VERDICTS.map((verdict) => `${verdict} ${counts[verdict]}`),
    `ignored ${ignored}`,
    `score ${score} %`,
  ].join(" · ");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
