// A pair of brackets in a text, and a new member → the edits that append it, comments kept.
import type { TextSpan } from "@hookwright/core";
import { indentAt, indentUnitOf, lineEndOf, type TextEdit } from "./text-edit.ts";

interface Brackets {
  /** Where the opening bracket is. */
  readonly open: number;
  /** Where the closing bracket is. */
  readonly close: number;
  /** The members, in order. */
  readonly items: readonly TextSpan[];
  /** A comment at the start of a text: `// …` or `# …`. */
  readonly comment: RegExp;
  /** Makes the member: with this indentation for a line of its own, or without one for the line of the others. */
  readonly write: (indent: string | undefined) => string;
}

export function insertInBrackets(source: string, brackets: Brackets): readonly TextEdit[] {
  const [first] = brackets.items;
  const last = brackets.items.at(-1);
  if (first === undefined || last === undefined) return insertInEmpty(source, brackets);
  const { open, close, comment, write } = brackets;
  const isOnLines = source.slice(open, first.start).includes("\n");
  const indent = isOnLines ? indentAt(source, last.start) : undefined;
  const comma = findComma(source.slice(last.end, close), comment);
  const end = comma === undefined ? last.end : last.end + comma + 1;
  const separator = comma === undefined ? "," : "";
  const ending = comma === undefined ? "" : ",";
  if (indent === undefined) return [insert(end, `${separator} ${write(indent)}${ending}`)];
  const text = `${lineEndOf(source)}${indent}${write(indent)}${ending}`;
  return [insert(end, separator), insert(skipLineComment(source, { end, comment }), text)];
}

function insertInEmpty(source: string, { open, close, write }: Brackets): readonly TextEdit[] {
  const inner = source.slice(open + 1, close);
  const outer = indentAt(source, open);
  const member = write(undefined);
  const isWhole = source.slice(0, open).trim() === "";
  const isShort = !isWhole && outer.length + member.length <= MAX_LINE_CHARACTERS;
  if (inner.trim() === "" && !inner.includes("\n") && isShort) {
    const text = source[open] === "[" ? member : ` ${member} `;
    return [{ start: open + 1, end: close, text }];
  }
  const indent = outer + indentUnitOf(source);
  const lineEnd = lineEndOf(source);
  const text = `${lineEnd}${indent}${write(indent)}`;
  if (inner.trim() === "") return [{ start: open + 1, end: close, text: text + lineEnd + outer }];
  // There are only comments: they stay after the new member.
  return [insert(open + 1, inner.includes("\n") ? text : `${text}${lineEnd}${indent}`)];
}

const MAX_LINE_CHARACTERS = 76;

function insert(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

/** The offset of the comma in the text after the last member. */
function findComma(gap: string, comment: RegExp): number | undefined {
  let at = 0;
  while (at < gap.length) {
    if (gap[at] === ",") return at;
    const length = comment.exec(gap.slice(at))?.[0].length ?? 1;
    at += length;
  }
  return undefined;
}

/** A comment after a member, on the same line, belongs to it. */
function skipLineComment(
  source: string,
  { end, comment }: { readonly end: number; readonly comment: RegExp },
): number {
  const spaces = /^[ \t]*/.exec(source.slice(end))?.[0].length as number;
  const written = comment.exec(source.slice(end + spaces))?.[0];
  return written === undefined || written.includes("\n") ? end : end + spaces + written.length;
}
