// Pieces of a decoded text and the source of each → the source of each code unit of the text.
import type { TextSpan } from "@hookwright/core";

/** For each UTF-16 code unit of a decoded text, the span of the file that stands for it. */
export type CharacterSpans = readonly TextSpan[];

/** A part of a decoded text, and what stands for it in the file: an escape, a folded line end or itself. */
export interface DecodedPiece extends TextSpan {
  readonly text: string;
}

/**
 * A piece that is as long as its source is taken unit by unit. Undefined if the pieces are not the text: a wrong
 * position would mislead more than a rough one.
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

/** A part of the decoded text → its part of the file. An empty part is empty in the file. */
export function sourceOfSpan(
  spans: CharacterSpans,
  { start, end }: TextSpan,
): TextSpan | undefined {
  const first = spans[start];
  const last = spans[Math.max(start, end - 1)];
  if (first === undefined || last === undefined) return undefined;
  return { start: first.start, end: end > start ? last.end : first.start };
}
