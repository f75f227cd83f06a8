import { expect, test } from "vitest";
import { insertTable, readPage } from "./stages-table.mjs";

test("CONTRIBUTING.md has the table of stages as tools/layers/core-stages.mjs states it", () => {
  expect(readPage()).toBe(insertTable(readPage()));
});

test("insertTable() replaces the text between its markers", () => {
  const page = "before\n<!-- made by tools/stages-table.mjs -->\nold\n<!-- end -->\nafter\n";
  expect(insertTable(page)).toMatch(
    /^before\n<!-- made .*\n\n\| stage \|[\s\S]*\|\n\n<!-- end -->\nafter\n$/,
  );
  expect(insertTable(page)).not.toContain("old");
});

test("insertTable() refuses a page without markers", () => {
  expect(() => insertTable("text")).toThrow("CONTRIBUTING.md lacks");
});
