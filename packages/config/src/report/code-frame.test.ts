// Frames, line for line.
import { expect, test } from "vitest";
import { codeFrame } from "./code-frame.ts";

const TEXT = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join("\n");

test("codeFrame() shows two lines on either side and a caret", () => {
  expect(codeFrame(TEXT, { line: 9, column: 6 })).toBe(
    [
      "   7 | line 7",
      "   8 | line 8",
      ">  9 | line 9",
      "     |      ^",
      "  10 | line 10",
      "  11 | line 11",
    ].join("\n"),
  );
});

test("codeFrame() stops at the first and at the last line", () => {
  expect(codeFrame(TEXT, { line: 1, column: 1 })).toBe(
    ["> 1 | line 1", "    | ^", "  2 | line 2", "  3 | line 3"].join("\n"),
  );
  expect(codeFrame("one\r\n\r\ntwo", { line: 3, column: 4 })).toBe(
    ["  1 | one", "  2 |", "> 3 | two", "    |    ^"].join("\n"),
  );
});

test("codeFrame() keeps tabs before the caret", () => {
  expect(codeFrame("\ta\tb", { line: 1, column: 4 })).toBe("> 1 | \ta\tb\n    | \t \t^");
});

test("codeFrame() cuts long lines around the caret", () => {
  const long = `${"a".repeat(500)}HERE${"b".repeat(500)}`;
  const [line = "", caret = ""] = codeFrame(long, { line: 1, column: 501 }).split("\n");
  expect(line.length).toBe("> 1 | ".length + 100);
  expect(line.slice(caret.indexOf("^"))).toMatch(/^HEREb+$/);
});
