// A part → a function that finds it in a text, in time linear in both.

import { COST } from "./budget.ts";

type TextFinder = (text: string, from: number) => number;

/** Up to this length the built-in search is faster; a longer part can make it quadratic: 30 s for 1 MB. */
const MAX_SHORT_LENGTH = 32;

/** Units of work. The built-in search of a short part takes less than a nanosecond a character. */
export function costOfSearch(part: string, text: string): number {
  const length = text.length + part.length;
  return length * (part.length <= MAX_SHORT_LENGTH ? COST.characters : COST.searchedCharacters);
}

/** The offset of the first occurrence at or behind `from`, or -1. */
export function createTextFinder(part: string): TextFinder {
  if (part.length <= MAX_SHORT_LENGTH) return (text, from) => text.indexOf(part, from);
  const borders = bordersOf(part);
  return (text, from) => {
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      matched = extendMatch(part, borders, matched, text.charCodeAt(at));
      if (matched === part.length) return at + 1 - matched;
    }
    return -1;
  };
}

/** Knuth, Morris, Pratt: for each prefix of the part, its longest suffix that is also a prefix. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let matched = 0;
  for (let at = 1; at < part.length; at++) {
    matched = extendMatch(part, borders, matched, part.charCodeAt(at));
    borders[at] = matched;
  }
  return borders;
}

/** `unit`: the next code unit of the text. */
function extendMatch(part: string, borders: Int32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] as number;
  return part.charCodeAt(length) === unit ? length + 1 : 0;
}
