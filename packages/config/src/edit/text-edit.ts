// Edits of a text → the text with them; a path and a value → the nested value to insert.
import type { ConfigPath, TextSpan } from "@hookwright/core";

/** The replacement of a span. An empty span is an insertion. */
export interface TextEdit extends TextSpan {
  readonly text: string;
}

/** In any order, without overlaps. Of two edits at one offset, the first comes first in the result. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    result += source.slice(at, start) + text;
    at = end;
  }
  return result + source.slice(at);
}

/** The whitespace at the start of the line of an offset. */
export function indentAt(source: string, offset: number): string {
  const lineStart = source.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(source.slice(lineStart, offset))?.[0] as string;
}

/** The indentation of the first indented line, or the default. */
export function indentUnitOf(source: string): string {
  return /\n([ \t]+)[^\s*]/.exec(source)?.[1] ?? "  ";
}

export function lineEndOf(source: string): string {
  return source.includes("\r\n") ? "\r\n" : "\n";
}

/** Wraps a value in an object or a list for each step of a path: ["a", 0], 1 → {"a": [1]}. */
export function nestValue(path: ConfigPath, value: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }),
    value,
  );
}
