// @ts-check
// The vendors, and a run of the judges' tests → results.json. `--write` writes it, unless a check failed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { COLUMN_NAMES, cellsOf, groupChecks } from "./results.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const results = fileURLToPath(new URL("results.json", import.meta.url));

/** @returns {readonly import("./results.mjs").Check[]} also those that failed */
function runChecks() {
  const folder = mkdtempSync(join(tmpdir(), "hookwright-judges-"));
  const report = join(folder, "vitest.json");
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project=sdks", "--reporter=json"];
  // It compares the file that is to be written.
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
  const rows = PROVIDERS.map(
    ({ id }) => /** @type {const} */ ([id, cellsOf(groups.get(id) ?? [])]),
  );
  const matrix = toTable(
    ["`provider`", ...COLUMN_NAMES],
    rows.map(([id, cells]) => `| \`${id}\` | ${cells.join(" | ")} |`),
  );
  console.log(matrix);
  const failed = checks.filter(({ passed }) => !passed);
  if (process.argv.includes("--write") && failed.length === 0) {
    writeFileSync(results, resultsToJson(rows));
  }
  console.log(`\n${PROVIDERS.length} vendors, ${checks.length} checks, ${failed.length} failed`);
  for (const { title } of failed) console.log(`failed: ${title}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
