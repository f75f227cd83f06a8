// A config's text and marked parts of it → its lines for a report, without the values of secrets.
import { maskSecrets } from "@hookwright/config";
import type { TextSpan } from "@hookwright/core";
import type { SourceFile, SourcePiece } from "@hookwright/studio/report";

/** A part of the text. */
export interface Mark extends TextSpan {
  readonly isGood: boolean;
}

/** A sentence behind a line. */
export interface LineNote {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

interface Area extends TextSpan {
  readonly kind: "good" | "part" | "bad";
}

/** Where marks overlap, the smallest decides. */
export function sourceFile(
  { name, source }: { readonly name: string; readonly source: string },
  marks: readonly Mark[],
  notes: readonly LineNote[] = [],
): SourceFile {
  const { text, toMasked } = maskSecrets(source);
  const owner: (Area | undefined)[] = new Array(text.length);
  for (const area of joinMarks(marks)) owner.fill(area, toMasked(area.start), toMasked(area.end));
  let start = 0;
  const lines = text.split("\n").map((line, index) => {
    const pieces = piecesOf(line, owner.slice(start, start + line.length));
    start += line.length + 1;
    const own = notes.filter((note) => note.line === index + 1).map((note) => note.text);
    return { pieces, notes: [...new Set(own)] };
  });
  const isEmpty = lines.at(-1)?.pieces.length === 0;
  return { name, lines: isEmpty ? lines.slice(0, -1) : lines };
}

/** One area for the marks of the same range, the largest first. */
function joinMarks(marks: readonly Mark[]): readonly Area[] {
  const areas = new Map<string, Area>();
  for (const { start, end, isGood } of marks) {
    const key = `${start} ${end}`;
    const kind = isGood ? "good" : "bad";
    const found = areas.get(key)?.kind ?? kind;
    areas.set(key, { start, end, kind: found === kind ? kind : "part" });
  }
  return [...areas.values()].sort((a, b) => b.end - b.start - (a.end - a.start));
}

function piecesOf(line: string, owner: readonly (Area | undefined)[]): readonly SourcePiece[] {
  const pieces: SourcePiece[] = [];
  for (let start = 0; start < line.length; ) {
    const area = owner[start];
    let end = start + 1;
    while (end < line.length && owner[end] === area) end += 1;
    const text = line.slice(start, end);
    pieces.push(area === undefined ? { text } : { text, mark: area.kind });
    start = end;
  }
  return pieces;
}
