// A text → a function from an offset in it to line and column.
import type { Position } from "@hookwright/core";

export type PositionFinder = (offset: number) => Position;

/** Lines end with LF or CRLF, as editors count them. */
export function createPositionFinder(source: string): PositionFinder {
  const starts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1))
    starts.push(at + 1);
  return (offset) => {
    const line = countUpTo(starts, offset);
    return { line, column: offset - (starts[line - 1] as number) + 1 };
  };
}

/** How many of the ascending numbers are not above the limit, by halving. */
function countUpTo(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
