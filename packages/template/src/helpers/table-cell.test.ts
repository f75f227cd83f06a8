import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tableCell } from "./markdown.ts";

describe("tableCell()", () => {
  it.each([
    ["a", "a"],
    [" a\r\n\tb ", "a b"],
    ["a|b||", "a\\|b\\|\\|"],
    ["C:\\dir", "C:\\dir"],
    ["a\\|b", "a\\\\\\|b"],
    ["\\\\|", "\\\\\\\\\\|"],
    ["", ""],
  ])("writes %j as %j", (text, cell) => {
    expect(tableCell(text)).toBe(cell);
  });

  it("escapes every pipe that would end the cell", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("\\", "|", "a", "\n")), (pieces) => {
        const cell = tableCell(pieces.join(""));
        // A backslash and the character behind it never end the cell.
        expect(cell.replace(/\\[\\|]/g, "")).not.toMatch(/[|\n]/);
      }),
    );
  });
});

// Where each backslash looks for its pipe, this takes minutes.
it("tableCell() reads a megabyte of backslashes in one pass", () => {
  expect(tableCell("\\".repeat(1_000_000))).toHaveLength(1_000_000);
  expect(tableCell(`${"\\".repeat(1_000_000)}|`)).toHaveLength(2_000_002);
});
