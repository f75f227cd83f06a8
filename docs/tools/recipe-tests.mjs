// @ts-check
// The tests of the recipes (packages/samples/tests) → what they cover and notice, as the table of docs/testing-recipes.md.
//
//   npm run test:recipes                     all of them: what is missing, and a line for each
//   npm run test:recipes -- github           one
//   npm run test:recipes -- github --update  also writes its snapshots
//   npm run test:recipes -- --write          all, and the table
//
// It needs `npm run build`. A test is run where a reader would run it: in a folder of its own, with the config of the
// page, the events, and the command.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { assembleTest, listRecipeTests, TESTS } from "./recipe-tests/assemble-test.mjs";
import { findFaults, readReports } from "./recipe-tests/recipe-row.mjs";
import { KINDS, VERDICTS, writePage } from "./recipe-tests/recipe-table.mjs";

/** @import { RecipeRow } from "./recipe-tests/recipe-row.mjs" */

const COMMAND = fileURLToPath(new URL("../../packages/cli/bin/hookwright.js", import.meta.url));
const SNAPSHOTS = "__snapshots__";

const words = process.argv.slice(2);
const updates = words.includes("--update");
const writes = words.includes("--write");
const named = words.filter((word) => !word.startsWith("--"));
if (writes && named.length > 0)
  throw new Error("The table has all recipes: --write takes no names.");

const rows = (named.length > 0 ? named : listRecipeTests()).map((name) => {
  const start = performance.now();
  const row = runRecipe(name);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const survivors = row.mutation?.survivors.map(({ text }) => text) ?? [];
  for (const text of new Set([...findFaults(row), ...survivors])) console.log(text);
  console.log(`${describeRow(row)} · ${seconds} s`);
  return row;
});
if (writes) writePage(rows);
if (rows.some((row) => findFaults(row).length > 0)) process.exitCode = 1;

/** @param {string} name @returns {RecipeRow} */
function runRecipe(name) {
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
