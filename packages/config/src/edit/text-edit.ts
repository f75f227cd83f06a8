// Edits of a text → the text with them; a path and a value → what is written where nothing is.
import type { ConfigPath, TextSpan } from "@hookwright/core";

/** What replaces a span; an empty span is a place to insert at. */
export interface TextEdit extends TextSpan {
  readonly text: string;
}

/** In any order; they do not overlap. Of two at one place, the first comes first in the result. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    result += source.slice(at, start) + text;
    at = end;
  }
  return result + source.slice(at);
}

/** The whitespace that the line of an offset begins with. */
export function indentAt(source: string, offset: number): string {
  const lineStart = source.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(source.slice(lineStart, offset))?.[0] as string;
}

/** What a text indents with, by its first line that is indented. */
export function indentUnitOf(source: string): string {
  return /\n([ \t]+)[^\s*]/.exec(source)?.[1] ?? "  ";
}

export function lineEndOf(source: string): string {
  return source.includes("\r\n") ? "\r\n" : "\n";
}

/** A path and a value → the value with an object or a list around it for each step: ["a", 0], 1 → {"a": [1]}. */
export function nestValue(path: ConfigPath, value: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }),
    value,
  );
}
