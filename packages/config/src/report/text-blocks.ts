// The text of a config → the lines of its YAML blocks that are the operator's words and not keys and values.
import type { TextSpan } from "@hookwright/core";

/** `key: |` and `- >-`, with a comment at most. */
const HEADER = /^(?<indent> *(?:- +)*)(?:(?<name>[\w"'.-]+) *: +)?[|>][\d+-]*[ \t]*(?:#.*)?$/;

/** The beginning of any line with a key. */
const KEY = /^(?<indent> *(?:- +)*)(?<name>[\w"'.-]+) *:(?:\s|$)/;

/**
 * What stands before a value on a line. No two parts in a row fit the same character: else a line of blanks, or of
 * dashes, would take quadratic time.
 */
const KEY_BEFORE_VALUE = /^\s*(?:[-{,]+\s*)?["']?(?<name>\w[\w-]*)["']?\s*[:=]\s*/;

const SINGLE_WORD = /^\S+\s*$/;

interface OpenKey {
  readonly column: number;
  readonly name: string;
}

/** Without the line ends. A block below a secret-bearing key is none, unless it is a partial. */
export function findTextBlocks(
  source: string,
  isSecretKey: (name: string) => boolean,
): readonly TextSpan[] {
  const found: TextSpan[] = [];
  let open: readonly OpenKey[] = [];
  /** The column of the key whose block is being read. */
  let block: number | undefined;
  for (const { 0: line, index } of source.matchAll(/[^\n]+/g)) {
    if (block !== undefined && (line.trim() === "" || leadingSpaces(line) > block)) {
      if (!isSecretLine(line, isSecretKey)) found.push({ start: index, end: index + line.length });
      continue;
    }
    block = undefined;
    const header = HEADER.exec(line.trimEnd())?.groups;
    const key = header ?? KEY.exec(line)?.groups;
    if (key === undefined) continue;
    open = openKey(open, key);
    const isBlock = header !== undefined && isText(open, isSecretKey);
    if (isBlock) block = columnOf(key);
  }
  return found;
}

type Groups = Readonly<Record<string, string | undefined>>;

function openKey(
  open: readonly OpenKey[],
  { indent = "", name = "-" }: Groups,
): readonly OpenKey[] {
  const column = indent.length;
  const above = open.filter((one) => one.column < column);
  return [...above, { column, name: name.replaceAll(/["']/g, "") }];
}

/** The lines of a block are deeper than its key, or than its dash where it has no key. */
function columnOf({ indent = "", name }: Groups): number {
  return name === undefined ? indent.trimEnd().length - 1 : indent.length;
}

/**
 * A key and one word behind it. Attack: a line that is indented too deep becomes part of the text above it, and may
 * be the operator's token.
 */
function isSecretLine(line: string, isSecretKey: (name: string) => boolean): boolean {
  const [before = "", name = ""] = KEY_BEFORE_VALUE.exec(line) ?? [];
  const value = line.slice(before.length);
  return isSecretKey(name) && !value.includes("{{") && SINGLE_WORD.test(value);
}

function isText(open: readonly OpenKey[], isSecretKey: (name: string) => boolean): boolean {
  return open.at(-2)?.name === "partials" || !open.some(({ name }) => isSecretKey(name));
}

function leadingSpaces(line: string): number {
  return line.length - line.replace(/^ +/, "").length;
}
