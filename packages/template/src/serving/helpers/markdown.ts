// Text for Markdown: escapeMarkdown, quote, code, list, table.

import { type Key, keyFromText, readKey } from "@hookwright/base";
import { COST } from "../render/budget.ts";
import type { Frame } from "../render/frame.ts";
import type { ValueHelper } from "../render/helper.ts";
import {
  checkRoom,
  createPathReader,
  createTextReader,
  isTruthy,
  listFromValue,
  textFromArgument,
} from "./arguments.ts";
import { defineHelpers } from "./define-helpers.ts";
import { linesOf } from "./text.ts";

/** Characters with a meaning anywhere in a line. */
const MARKS = /[\\`*_[\]<>|~&]/g;

/** Characters with a meaning at the start of a line: headings, bullets, rules and underlines. */
const STARTS = /^([ \t]*)([#+=-])/gm;

/** `1.` and `1)`; Markdown reads nine digits at most. */
const ORDINALS = /^([ \t]*\d{1,9})([.)])/gm;

export const markdownHelpers: readonly ValueHelper[] = defineHelpers({
  /**
   * `{{quote text}}`: the text as a Markdown quotation, each line behind "> ".
   *
   * @example
   * {"comment": "Looks good.\nShip it!\n"}
   * {{quote comment}}
   * → > Looks good.
   * > Ship it!
   */
  quote: {
    arity: [1, 1],
    call: ([value], _hash, frame) => {
      const text = textFromArgument(value, frame).trimEnd();
      if (text === "") return "";
      const lines = linesOf(text);
      frame.run.budget.spend(lines.length * COST.keys);
      checkRoom(text.length + lines.length * 2, frame);
      return lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");
    },
  },

  /**
   * `{{code text language=""}}`: the text as a Markdown code block, whose fence the text cannot close.
   *
   * The language keeps only letters, digits and `+ # . _ -`. An empty text stays empty.
   *
   * @example
   * {"log": "npm test\n1 failed"}
   * {{code log language="sh"}}
   * → ```sh
   * npm test
   * 1 failed
   * ```
   *
   * @example
   * {"body": "```\nsaid in a fence\n```"}
   * {{code body}}
   * → ````
   * ```
   * said in a fence
   * ```
   * ````
   */
  code: {
    arity: [1, 1],
    hash: ["language"],
    call: ([value], { language }, frame) => {
      const text = textFromArgument(value, frame);
      if (text === "") return "";
      frame.run.budget.spend(text.length * COST.codedCharacters);
      const length = Math.max(longestRun(text) + 1, MIN_FENCE_LENGTH);
      const word = safeWord(createTextReader(frame)(language));
      checkRoom(text.length + length * 2 + word.length + 2, frame);
      const fence = "`".repeat(length);
      return `${fence}${word}\n${text}${/[\r\n]$/.test(text) ? "" : "\n"}${fence}`;
    },
  },

  /**
   * `{{list items ordered=true path="a.b"}}`: a Markdown list with one entry per element, or per value at a
   * path.
   *
   * Further lines of an entry are indented, and empty elements left out.
   *
   * @example
   * {"commits": [{"message": "Fix login"}, {"message": "Add test\n\nfor #7"}]}
   * {{list commits path="message"}}
   * → - Fix login
   * - Add test
   *
   *   for #7
   *
   * @example
   * {"steps": ["build", "", "test"]}
   * {{list steps ordered=true}}
   * → 1. build
   * 2. test
   */
  list: {
    arity: [1, 1],
    hash: ["ordered", "path"],
    call: ([value], { ordered, path }, frame) => {
      const read = createPathReader(path, frame);
      const readText = createTextReader(frame);
      const texts = listFromValue(value).map((item) => readText(read(item)).trim());
      const markerOf = isTruthy(ordered) ? (position: number) => `${position}. ` : () => "- ";
      return joinItems(texts, markerOf, frame);
    },
  },

  /**
   * `{{table rows columns="a,b.c" titles="A,B"}}`: a Markdown table with one row per element, and at most 50
   * columns.
   *
   * `columns` are paths into a row, by default the keys of the first one; `titles` replace them in the head.
   *
   * @example
   * {"jobs": [{"name": "build", "run": {"state": "ok"}}, {"name": "lint|fmt", "run": {"state": "failed"}}]}
   * {{table jobs columns="name,run.state" titles="Job,State"}}
   * → | Job | State |
   * | --- | --- |
   * | build | ok |
   * | lint\|fmt | failed |
   */
  table: {
    arity: [1, 1],
    hash: ["columns", "titles"],
    call: ([value], hash, frame) => {
      const rows = listFromValue(value);
      const paths = namesFromValue(hash["columns"], frame).filter((path) => path !== "");
      const columns = paths.length === 0 ? keysOf(rows[0], frame) : paths;
      if (rows.length === 0 || columns.length === 0) return "";
      const titles = namesFromValue(hash["titles"], frame);
      const heads = columns.map((column, index) => titles[index] ?? column);
      frame.run.budget.spend(rows.length * columns.length * COST.keys);
      // A key of the row is a name, not a path: it may contain dots.
      const readers =
        paths.length === 0
          ? columns.map((name) => createReader(keyFromText(name)))
          : columns.map((path) => createPathReader(path, frame));
      return joinRows(heads, readCells(rows, readers), frame);
    },
  },

  /**
   * `{{escapeMarkdown text}}`: the text with a backslash before each character that has a meaning in Markdown.
   *
   * @example
   * {"title": "Use *args in my_func [draft]", "body": "# 1\n2. two"}
   * {{escapeMarkdown title}}
   * {{escapeMarkdown body}}
   * → Use \*args in my\_func \[draft\]
   * \# 1
   * 2\. two
   */
  escapeMarkdown: {
    arity: [1, 1],
    call: ([value], _hash, frame) => {
      const text = textFromArgument(value, frame);
      checkRoom(text.length, frame);
      frame.run.budget.spend(text.length * COST.codedCharacters);
      // Each replacement adds a character; the limit is checked before the text is built.
      const marks = text.match(MARKS)?.length ?? 0;
      checkRoom(text.length + marks, frame);
      frame.run.budget.spend(marks * COST.marks);
      const escaped = text.replace(MARKS, "\\$&").replace(STARTS, "$1\\$2");
      return escaped.replace(ORDINALS, "$1\\$2");
    },
  },
});

const MIN_FENCE_LENGTH = 3;

/** No language has a longer name. The value may come from a payload. */
const MAX_LANGUAGE_LENGTH = 30;

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

function safeWord(text: string): string {
  return text.replace(/[^A-Za-z0-9+#._-]/g, "").slice(0, MAX_LANGUAGE_LENGTH);
}

function joinItems(
  texts: readonly string[],
  markerOf: (position: number) => string,
  frame: Frame,
): string {
  const entries: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (text === "") continue;
    const marker = markerOf(entries.length + 1);
    const lines = linesOf(text);
    frame.run.budget.spend(lines.length * 3 * COST.keys);
    length += text.length + lines.length * (marker.length + 1);
    checkRoom(length, frame);
    entries.push(marker + lines.map(indentBy(marker.length)).join("\n"));
  }
  return entries.join("\n");
}

/** An empty line needs no indent to belong to its entry. */
function indentBy(width: number): (line: string, index: number) => string {
  const indent = " ".repeat(width);
  return (line, index) => (index === 0 || line === "" ? line : indent + line);
}

/** More than readers follow; each column costs work for each row. */
const MAX_COLUMNS = 50;

type Reader = (row: unknown) => unknown;

function createReader(key: Key): Reader {
  return (row) => readKey(row, key);
}

function namesFromValue(value: unknown, frame: Frame): readonly string[] {
  const text = createTextReader(frame)(value);
  if (text === "") return [];
  return text.split(",", MAX_COLUMNS).map((name) => name.trim());
}

function keysOf(row: unknown, { run: { budget } }: Frame): readonly string[] {
  if (typeof row !== "object" || row === null) return [];
  const keys = Object.keys(row);
  budget.spend(keys.length * COST.keys);
  return keys.slice(0, MAX_COLUMNS);
}

function* readCells(
  rows: readonly unknown[],
  readers: readonly Reader[],
): Generator<readonly unknown[]> {
  for (const row of rows) yield readers.map((read) => read(row));
}

function joinRows(
  heads: readonly string[],
  rows: Iterable<readonly unknown[]>,
  frame: Frame,
): string {
  const readText = createTextReader(frame);
  const lines: string[] = [];
  let length = 0;
  const push = (cells: readonly string[]): void => {
    const line = `| ${cells.join(" | ")} |`;
    length += line.length + 1;
    checkRoom(length, frame);
    lines.push(line);
  };
  push(heads.map(tableCell));
  push(heads.map(() => "---"));
  const cell = (value: unknown): string => {
    const text = readText(value);
    frame.run.budget.spend(text.length * COST.cellCharacters);
    return tableCell(text);
  };
  for (const row of rows) push(row.map(cell));
  return lines.join("\n");
}

/** A text → one line in which nothing can end a cell of a Markdown table. */
export function tableCell(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (!line.includes("|")) return line;
  const pieces = line.split("|");
  const last = pieces.pop();
  return pieces.map(escapePipe).join("") + last;
}

/** "\|" in the text would become "\\|": an escaped backslash, and a pipe that ends the cell. */
function escapePipe(before: string): string {
  let end = before.length;
  while (before[end - 1] === "\\") end -= 1;
  const backslashes = before.slice(end);
  return `${before}${backslashes}\\|`;
}
