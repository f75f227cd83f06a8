// Frames, line for line.
import { expect, test } from "vitest";
import { type FrameRange, codeFrame as frameOfLines, splitLines } from "./code-frame.ts";

const codeFrame = (text: string, range: FrameRange): string =>
  frameOfLines(splitLines(text), range);

const TEXT = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join("\n");

test("codeFrame() shows two lines on either side and a caret", () => {
  expect(codeFrame(TEXT, { start: { line: 9, column: 6 } })).toBe(
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
  expect(codeFrame(TEXT, { start: { line: 1, column: 1 } })).toBe(
    ["> 1 | line 1", "    | ^", "  2 | line 2", "  3 | line 3"].join("\n"),
  );
  expect(codeFrame("one\r\n\r\ntwo", { start: { line: 3, column: 4 } })).toBe(
    ["  1 | one", "  2 |", "> 3 | two", "    |    ^"].join("\n"),
  );
});

test("codeFrame() keeps tabs before the caret", () => {
  expect(codeFrame("\ta\tb", { start: { line: 1, column: 4 } })).toBe("> 1 | \ta\tb\n    | \t \t^");
});

test("codeFrame() cuts long lines around the caret", () => {
  const long = `${"a".repeat(500)}HERE${"b".repeat(500)}`;
  const [line = "", caret = ""] = codeFrame(long, { start: { line: 1, column: 501 } }).split("\n");
  expect(line.length).toBe("> 1 | ".length + 100);
  expect(line.slice(caret.indexOf("^"))).toMatch(/^HEREb+$/);
});

const mark = (line: string, span: string): string => {
  const at = line.indexOf(span);
  const start = { line: 1, column: at + 1 };
  const end = { line: 1, column: at + span.length + 1 };
  return codeFrame(line, { start, end }).split("\n")[1]?.slice("    | ".length) ?? "";
};

test.each([
  ["a {{b}} c", "{{b}}", "  ^^^^^"],
  ["\ta\tbc", "bc", "\t \t^^"],
  ["\ta\tb", "a\tb", "\t^^\t^"],
  ["\t\ta", "\t\t", "^\t^"],
  ["中文 x", "x", "     ^"],
  ["한 中文", "中文", "   ^^^^"],
  ["👩‍👩‍👧 ❤️ x", "x", "      ^"],
  ["e\u0301\u0301 \u200Bx", "x", "  ^"],
  ["e\u0301x", "e\u0301x", "^^"],
  ["abc", "", "^"],
])("S6 codeFrame() underlines in %j exactly %j, as a terminal shows it", (line, span, carets) => {
  expect(mark(line, span)).toBe(carets);
});

test("S6 codeFrame() underlines the first line of a range of several, and no more than it shows", () => {
  const frame = codeFrame("ab {{c\n  d}}", {
    start: { line: 1, column: 4 },
    end: { line: 2, column: 6 },
  });
  expect(frame).toBe("> 1 | ab {{c\n    |    ^^^\n  2 |   d}}");
  const end = { line: 1, column: 500 };
  const long = codeFrame("x".repeat(500), { start: { line: 1, column: 1 }, end });
  expect(long.split("\n")[1]).toBe(`    | ${"^".repeat(100)}`);
});

test("codeFrame() shows a line that is short enough from its start", () => {
  const line = `${"a".repeat(90)}HERE`;
  expect(codeFrame(line, { start: { line: 1, column: 91 } })).toContain(`> 1 | ${line}\n`);
});
