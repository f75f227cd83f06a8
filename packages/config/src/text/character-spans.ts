// Pieces of a decoded text and the source of each → the source of each code unit of the text.
import type { TextSpan } from "@hookwright/core";

/** For each UTF-16 code unit of a decoded text, its span in the file. */
export type CharacterSpans = readonly TextSpan[];

/** A part of a decoded text and its source in the file: an escape, a folded line end or the same characters. */
export interface DecodedPiece extends TextSpan {
  readonly text: string;
}

/**
 * A piece as long as its source is mapped unit by unit. Returns undefined if the pieces do not add up to the text:
 * a wrong position would mislead more than a rough one.
 */
export function createCharacterSpans(
  pieces: readonly DecodedPiece[],
  decoded: string,
): CharacterSpans | undefined {
  if (pieces.map(({ text }) => text).join("") !== decoded) return undefined;
  return pieces.flatMap(({ text, start, end }) => {
    const isVerbatim = text.length === end - start;
    return Array.from({ length: text.length }, (_, index) =>
      isVerbatim ? { start: start + index, end: start + index + 1 } : { start, end },
    );
  });
}

/** A part of the decoded text → its part of the file; undefined after the end. */
export function sourceOfSpan(
  spans: CharacterSpans,
  { start, end }: TextSpan,
): TextSpan | undefined {
  const first = spans[start];
  const last = spans[end - 1];
  return first && last && { start: first.start, end: last.end };
}
