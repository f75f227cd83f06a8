// Ranges of characters → sets of them: sorted ranges that neither overlap nor touch.

/** From and to, both included, as code points. */
export type CharRange = readonly [from: number, to: number];
export type CharSet = readonly CharRange[];

export const LAST_CODE_POINT = 0x10_ffff;

export function setFromRanges(ranges: readonly CharRange[]): CharSet {
  const sorted = [...ranges].sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function complementOf(set: CharSet): CharSet {
  const ranges: CharRange[] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) ranges.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST_CODE_POINT) ranges.push([next, LAST_CODE_POINT]);
  return ranges;
}

export function hasCode(set: CharSet, code: number): boolean {
  return set.some(([from, to]) => from <= code && code <= to);
}
