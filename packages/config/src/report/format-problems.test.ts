// Whole reports, as a person reads them.
import type { Problem } from "@hookwright/core";
import { expect, test } from "vitest";
import { locateProblems } from "../hooks/locate-problems.ts";
import { parseConfigText } from "../text/parse-config-text.ts";
import { type FrameRange, codeFrame as frameOfLines, splitLines } from "./code-frame.ts";
import { formatProblems } from "./format-problems.ts";

const UNKNOWN: Problem = {
  code: "unknown_key",
  severity: "error",
  path: ["hooks", "tokn"],
  message: 'hooks has no key "tokn".',
  hint: 'Did you mean "token"?',
  position: { line: 3, column: 27 },
};

const SOURCE = '{\n  hooks: {\n    pass: "s3cret-value", tokn: "s3cret-value",\n  },\n}\n';

test("formatProblems() shows the position, the lines around it, and the hint", () => {
  const report = formatProblems([UNKNOWN], { source: SOURCE, filename: "hooks.json5" });
  expect(report).toBe(
    [
      "error unknown_key hooks.tokn (hooks.json5:3:27)",
      '  hooks has no key "tokn".',
      "    1 | {",
      "    2 |   hooks: {",
      "  > 3 |     pass: ***, tokn: ***,",
      "      |                ^",
      "    4 |   },",
      "    5 | }",
      '  Did you mean "token"?',
    ].join("\n"),
  );
});

test("formatProblems() puts an empty line between problems", () => {
  const warning: Problem = {
    code: "token_short",
    severity: "warning",
    path: [],
    message: "Short.",
  };
  expect(formatProblems([warning, warning])).toBe(
    "warning token_short config\n  Short.\n\nwarning token_short config\n  Short.",
  );
  expect(formatProblems([])).toBe("");
});

test("formatProblems() leaves out the frame if there is no text or no position", () => {
  const { position, ...unplaced } = UNKNOWN;
  expect(formatProblems([UNKNOWN])).toBe(
    `error unknown_key hooks.tokn (config:3:${position?.column})\n  ${UNKNOWN.message}\n  ${UNKNOWN.hint}`,
  );
  expect(formatProblems([unplaced], { source: SOURCE })).toBe(
    `error unknown_key hooks.tokn\n  ${UNKNOWN.message}\n  ${UNKNOWN.hint}`,
  );
});

test("formatProblems() shows the position within a template", () => {
  const problem: Problem = {
    code: "template_syntax",
    severity: "error",
    path: ["hooks", "mappings", 0, "messageTemplate"],
    message: "A block is never closed.",
    templatePosition: { line: 2, column: 5 },
  };
  const config = { hooks: { mappings: [{ messageTemplate: "Hello\nyou {{#if x}}" }] } };
  expect(formatProblems([problem], { config })).toBe(
    [
      "error template_syntax hooks.mappings[0].messageTemplate",
      "  A block is never closed.",
      "  In the template:",
      "    1 | Hello",
      "  > 2 | you {{#if x}}",
      "      |     ^",
    ].join("\n"),
  );
  expect(formatProblems([problem], { config: { hooks: {} } })).not.toContain("In the template");
});

test("formatProblems() adds colours only if asked", () => {
  const report = formatProblems([UNKNOWN], { source: SOURCE, color: true });
  expect(report).toContain("\u001B[1;31merror\u001B[0m unknown_key");
  expect(report).toContain("\u001B[2m  > 3 |     pass: ***, tokn: ***,\u001B[0m");
  expect(report).toContain(`\u001B[36m${UNKNOWN.hint}\u001B[0m`);
  expect(formatProblems([UNKNOWN], { source: SOURCE, color: false })).not.toContain("\u001B");
});

test("formatProblems() shows a text that cannot be parsed, without its secrets", async () => {
  const parsed = await parseConfigText('{\n  token: "s3cret" path: "/x" }', {
    filename: "a.json5",
  });
  expect(parsed.ok).toBe(false);
  const report = formatProblems(parsed.problems, parsed);
  expect(report).toContain("error config_syntax config (a.json5:2:18)");
  expect(report).toContain('> 2 |   token: *** path: "/x" }');
  expect(report).toContain("    |             ^");
  expect(report).not.toContain("s3cret");
});

test("formatProblems() shows a template once if the file has it as it is, and decoded if not", async () => {
  const source = 'x: |\n  a {{#if b}} c\ny: "a {{#if\\x20b}} c"\n';
  const parsed = await parseConfigText(source, { format: "yaml" });
  if (!parsed.ok) throw new Error("The text must be valid.");
  const problem = (key: string): Problem => ({
    code: "template_unclosed",
    severity: "error",
    path: [key],
    message: "Open.",
    templatePosition: { line: 1, column: 3 },
    templateSpan: { start: 2, end: 11 },
  });
  const [plain = "", escaped = ""] = formatProblems(
    locateProblems([problem("x"), problem("y")], parsed),
    parsed,
  ).split("\n\n");
  expect(plain).toContain("> 2 |   a {{#if b}} c\n      |     ^^^^^^^^^\n");
  expect(plain).not.toContain("In the template");
  expect(escaped).toContain('> 3 | y: "a {{#if\\x20b}} c"\n      |       ^^^^^^^^^^^^\n');
  expect(escaped).toContain("In the template:\n  > 1 | a {{#if b}} c\n      |   ^^^^^^^^^");
  const unknown = { ...problem("x"), position: { line: 2, column: 5 } };
  expect(formatProblems([unknown], { config: parsed.config })).toContain("In the template");
});

const many = (count: number, severity: Problem["severity"]): readonly Problem[] =>
  Array.from({ length: count }, (_, index) => ({
    code: "unknown_key",
    severity,
    path: [`${severity}${index}`],
    message: "Unknown.",
  }));

test("formatProblems() tells at most 100 problems, errors first, and how many more there are", () => {
  const all = [...many(60, "hint"), ...many(70, "warning"), ...many(60, "error")];
  const blocks = formatProblems(all).split("\n\n");
  expect(blocks).toHaveLength(101);
  expect(blocks.filter((block) => block.startsWith("error"))).toHaveLength(60);
  expect(blocks.filter((block) => block.startsWith("warning"))).toHaveLength(40);
  // In the order in which they were found.
  expect(blocks[0]).toContain("warning0");
  expect(blocks.at(-1)).toBe("90 more problems are not shown.");
  expect(formatProblems(many(100, "error")).split("\n\n")).toHaveLength(100);
  expect(formatProblems(many(1, "error"), { furtherProblems: 1 })).toContain(
    "\n\n1 more problem is not shown.",
  );
});

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
])("codeFrame() underlines in %j exactly %j, as a terminal shows it", (line, span, carets) => {
  expect(mark(line, span)).toBe(carets);
});

test("codeFrame() underlines the first line of a range of several, and no more than it shows", () => {
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
