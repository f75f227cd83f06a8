// A text → functions that convert an offset to line and column, and two offsets to a range.
import type { FileRange, Position, TextSpan } from "@hookwright/core";

type PositionFinder = (offset: number) => Position;

export type RangeFinder = (span: TextSpan) => FileRange;

export function createRangeFinder(source: string): RangeFinder {
  const positionAt = createPositionFinder(source);
  const at = (offset: number) => ({ ...positionAt(offset), offset });
  return ({ start, end }) => ({ start: at(start), end: at(end) });
}

export function positionOf({ start: { line, column } }: FileRange): Position {
  return { line, column };
}

/** Lines end with LF or CRLF, as in editors. */
export function createPositionFinder(source: string): PositionFinder {
  const starts = listLineStarts(source);
  return (offset) => {
    const line = countUpTo(starts, offset);
    return { line, column: offset - (starts[line - 1] as number) + 1 };
  };
}

/** The inverse, for a position within the text. */
export function createOffsetFinder(source: string): (position: Position) => number {
  const starts = listLineStarts(source);
  return ({ line, column }) => (starts[line - 1] as number) + column - 1;
}

export function listLineStarts(source: string): readonly number[] {
  const starts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1))
    starts.push(at + 1);
  return starts;
}

/** Counts the ascending numbers that are at most the limit, by binary search. */
export function countUpTo(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
