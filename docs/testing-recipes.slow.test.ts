// docs/testing-recipes.md: the tests of the recipes pass and cover everything, and its table has their results.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { test as runTests } from "../packages/cli/src/commands/test/test.ts";
import { run } from "../packages/cli/src/run.ts";
import { createTestIo } from "../packages/cli/test/support/test-io.ts";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { readFences } from "./tools/fences.ts";
import {
  assembleTest,
  findFaults,
  listRecipeTests,
  readPage,
  readReports,
  rowToLine,
} from "./tools/recipe-tests.mjs";

test.each(listRecipeTests())(
  "docs/testing-recipes.md: the test of the recipe %s covers it and notices its changes",
  async (name) => {
    const folder = createTempDir();
    const file = assembleTest(name, folder);
    const coverageDir = join(folder, "coverage");
    // With CI, a snapshot that is missing fails.
    const io = createTestIo({ env: { CI: "1" } });
    const options = { coverage: "json", coverageDir, mutate: true, json: true } as const;
    expect(await runTests([file], options, io)).toBe(0);
    const coverage = readFileSync(join(coverageDir, "coverage.json"), "utf8");
    const row = readReports(name, { run: io.stdout.text(), coverage });
    expect(findFaults(row)).toEqual([]);
    expect(readPage()).toContain(`\n${rowToLine(row)}`);
  },
  120_000,
);

test("docs/testing-recipes.md: the commands that copy a test print what the page says", async () => {
  const recipe = readFences(readFileSync(new URL("recipes/slack.md", import.meta.url), "utf8"));
  const config = recipe.find(({ language }) => language === "json5")?.code ?? "";
  const folder = createTempDir({ "hooks.json5": config });
  mkdirSync(join(folder, "node_modules/@hookwright"), { recursive: true });
  const samples = fileURLToPath(new URL("../packages/samples", import.meta.url));
  symlinkSync(samples, join(folder, "node_modules/@hookwright/samples"));
  const shell = readFences(readPage()).find(({ language }) => language === "sh");
  const lines = shell?.code.trimEnd().split("\n") ?? [];
  const [command = "", ...copies] = lines.toReversed();
  for (const line of copies.toReversed()) execFileSync("sh", ["-c", line], { cwd: folder });
  const io = createTestIo({ env: { CI: "1" } });
  const [, name = "", ...flags] = command.split(" ");
  expect(await run([name, folder, ...flags], io)).toBe(0);
  const printed = io.stdout
    .text()
    .replaceAll(`${folder}/`, "")
    .replace(/ · [\d.]+ s$/m, "");
  // The width of a column depends on the path.
  const wordsOf = (text: string) => text.trim().split(/\s+/);
  expect(wordsOf(printed)).toEqual(wordsOf(shell?.output ?? ""));
}, 120_000);
