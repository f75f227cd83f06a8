// A literal or folded block of YAML, from its header on, and its value → its decoded pieces.
import type { DecodedPiece } from "./character-spans.ts";

interface BlockLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function decodeYamlBlock(
  written: string,
  offset: number,
  value: string,
): readonly DecodedPiece[] {
  const header = /^[^\n]*\n?/.exec(written)?.[0] as string;
  const body = written.slice(header.length);
  const lines = splitLines(body, offset + header.length);
  const indent = indentOf(body, value);
  const content = lines.map(({ text, start, end }) => ({
    text: text.slice(indent),
    start: Math.min(start + indent, end),
    end,
  }));
  const count = content.findLastIndex(({ text }) => text !== "") + 1;
  const join = header.startsWith("|") ? joinLiteral : joinFolded;
  const pieces = join(content.slice(0, count));
  const rest = value.length - pieces.reduce((sum, { text }) => sum + text.length, 0);
  return [...pieces, ...lineEnds(lines, Math.max(0, count - 1), rest)];
}

function splitLines(body: string, offset: number): readonly BlockLine[] {
  return Array.from(body.matchAll(/([^\n]*?)(\r?\n|$)/g), ({ 1: text = "", index }) => {
    const start = offset + index;
    return { text, start, end: start + text.length };
  });
}

/** What the value has lost of its first line that is not empty. Empty lines in front of it stay lines. */
function indentOf(body: string, value: string): number {
  const decoded = value.split("\n");
  const first = decoded.findIndex((line) => line !== "");
  if (first === -1) return Number.POSITIVE_INFINITY;
  const raw = body.split("\n")[first] ?? "";
  return leadingSpaces(raw) - leadingSpaces(decoded[first] as string);
}

function leadingSpaces(line: string): number {
  return line.length - line.replace(/^ +/, "").length;
}

function joinLiteral(lines: readonly BlockLine[]): readonly DecodedPiece[] {
  return lines.flatMap((line, index) => {
    const previous = lines[index - 1];
    if (previous === undefined) return [line];
    return [{ text: "\n", start: previous.end, end: line.start }, line];
  });
}

/** A line end between two lines of text is a space; beside an indented line, and at the start, lines stay. */
function joinFolded(lines: readonly BlockLine[]): readonly DecodedPiece[] {
  const pieces: DecodedPiece[] = [];
  let previous: BlockLine | undefined;
  let empty = 0;
  for (const line of lines) {
    if (line.text === "") {
      empty += 1;
      continue;
    }
    const start = previous?.end ?? (lines[0] as BlockLine).start;
    const folds = previous !== undefined && !isIndented(previous) && !isIndented(line);
    const kept = previous === undefined || folds ? empty : empty + 1;
    const text = folds && empty === 0 ? " " : "\n".repeat(kept);
    pieces.push({ text, start, end: line.start }, line);
    previous = line;
    empty = 0;
  }
  return pieces;
}

function isIndented({ text }: BlockLine): boolean {
  return /^[ \t]/.test(text);
}

/** The line ends behind the last line of text that the header keeps. */
function lineEnds(
  lines: readonly BlockLine[],
  from: number,
  count: number,
): readonly DecodedPiece[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const line = lines[Math.min(from + index, lines.length - 1)] as BlockLine;
    const next = lines[from + index + 1];
    return { text: "\n", start: line.end, end: next?.start ?? line.end };
  });
}
