// Characters → their case-folded forms.
import type { CharRange, CharSet } from "./char-set.ts";

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
