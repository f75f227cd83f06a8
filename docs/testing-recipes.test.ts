// docs/testing-recipes.md: the tests of the recipes pass and cover everything, and its table says what they came to.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { test as runTests } from "../packages/cli/src/commands/test/test.ts";
import { createTestIo } from "../packages/cli/test/support/test-io.ts";
import { createTempDir } from "../tools/test-support/temp-dir.ts";
import { assembleTest, listRecipeTests } from "./tools/recipe-tests/assemble-test.mjs";
import { findFaults, readReports } from "./tools/recipe-tests/recipe-row.mjs";
import { readPage, rowToLine } from "./tools/recipe-tests/recipe-table.mjs";

test.each(listRecipeTests())(
  "M7: the test of the recipe %s covers all of it, and notices its changes, as the page says",
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
