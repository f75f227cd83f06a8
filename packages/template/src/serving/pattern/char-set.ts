// Sets of characters: ranges, named sets and case.
import { lazily } from "@hookwright/base";

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

/** The last character of a script with two cases. */
const MAX_CODE_WITH_CASE = 0x1_e943;

/** As in RegExp: upper case where that is one character, and no other character folds to ASCII. */
export function ignoreCase(code: number): number {
  const upper = String.fromCodePoint(code).toUpperCase();
  const upperCode = upper.codePointAt(0) as number;
  const isOne = upper.length === (upperCode > 0xffff ? 2 : 1);
  return isOne && (code < 128 || upperCode >= 128) ? upperCode : code;
}

/** The range and the folded forms of its characters. */
export function ignoreCaseOf([from, to]: CharRange): CharSet {
  const ranges: CharRange[] = [[from, to]];
  for (let code = from; code <= Math.min(to, MAX_CODE_WITH_CASE); code++) {
    const form = ignoreCase(code);
    if (form !== code) ranges.push([form, form]);
  }
  return ranges;
}

/** Letters of words, at whose edges \b matches. */
export const WORD: CharSet = rangesOf("09", "AZ", "az", "__");

/** The sets of `\d` and the like, by their letter. */
export const namedSets: () => ReadonlyMap<string, CharSet> = lazily(() => {
  const digits = rangesOf("09");
  // White space and line ends, the same as in RegExp.
  const space = rangesOf(
    "\t\r",
    "  ",
    "\u00a0\u00a0",
    "\u1680\u1680",
    "\u2000\u200a",
    "\u2028\u2029",
    "\u202f\u202f",
    "\u205f\u205f",
    "\u3000\u3000",
    "\ufeff\ufeff",
  );
  return new Map([
    ["d", digits],
    ["D", complementOf(digits)],
    ["w", WORD],
    ["W", complementOf(WORD)],
    ["s", space],
    ["S", complementOf(space)],
  ]);
});

/** The dot: all characters except line ends. */
export const anyCharacter: () => CharSet = lazily(() =>
  complementOf(rangesOf("\n\n", "\r\r", "\u2028\u2029")),
);

function rangesOf(...pairs: readonly string[]): CharSet {
  return setFromRanges(pairs.map((pair): CharRange => [pair.charCodeAt(0), pair.charCodeAt(1)]));
}
