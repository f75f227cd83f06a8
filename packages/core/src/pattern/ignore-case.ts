// Characters → the form in which upper and lower case are the same.
import type { CharRange, CharSet } from "./char-set.ts";

/** No script with two cases lies behind. */
const LAST_WITH_CASE = 0x1_e943;

/** As RegExp has it: upper case, where that is one character, and ASCII stays apart from the rest. */
export function ignoreCase(code: number): number {
  const upper = String.fromCodePoint(code).toUpperCase();
  const upperCode = upper.codePointAt(0) as number;
  const isOne = upper.length === (upperCode > 0xffff ? 2 : 1);
  return isOne && (code < 128 || upperCode >= 128) ? upperCode : code;
}

/** The forms beside the characters themselves: nobody asks for those that have another form. */
export function ignoreCaseOf([from, to]: CharRange): CharSet {
  const ranges: CharRange[] = [[from, to]];
  for (let code = from; code <= Math.min(to, LAST_WITH_CASE); code++) {
    const form = ignoreCase(code);
    if (form !== code) ranges.push([form, form]);
  }
  return ranges;
}
