// A code point → the letters, the signs or the kind of character that it looks like.
import {
  ASCII_KINDS,
  ASCII_LETTERS,
  ASCII_SIGNS,
  KIND_ENDS,
  KIND_STARTS,
  KINDS,
  LETTER_CHOICES,
  LETTER_RUNS,
  LETTER_STARTS,
  SIGN_CHOICES,
  SIGN_RUNS,
  SIGN_STARTS,
} from "../../generated/look-alikes.ts";

/**
 * A character and the rest of a word in lower case → the number of letters at the beginning of the rest
 * that the character looks like; 0 for none. It may look like several letters: "ﬆ" like "st".
 */
export function countLetters(code: number, rest: string): number {
  const value = letterValue(code);
  if (value === "" || value === " ") return 0;
  if (value >= "a") return rest.startsWith(value) ? 1 : 0;
  const choices = LETTER_CHOICES[value.charCodeAt(0) - 0x41] as readonly string[];
  return choices.find((letters) => rest.startsWith(letters))?.length ?? 0;
}

function letterValue(code: number): string {
  if (code < ASCII_LETTERS.length) return ASCII_LETTERS.charAt(code);
  return readRun(code, LETTER_STARTS, LETTER_RUNS);
}

/** One of `< > | / _ [ ]`, or several angle brackets, as "⋘" looks like "<<<". Otherwise empty. */
export function signsLike(code: number): string {
  if (code < ASCII_SIGNS.length) return ASCII_SIGNS.charAt(code).trim();
  const value = readRun(code, SIGN_STARTS, SIGN_RUNS);
  return value >= "0" && value <= "9" ? (SIGN_CHOICES[Number(value)] as string) : value.trim();
}

/** Invisible by itself, or a mark on the letter before. */
export function isInvisible(code: number): boolean {
  return kindOf(code) === "i";
}

/** White space, hyphens, most signs, and invisible characters. */
export function isSeparator(code: number): boolean {
  const kind = kindOf(code);
  return kind === "s" || kind === "i";
}

/** Looks like the bracket with which a marker begins. */
export function isBracket(code: number): boolean {
  return kindOf(code) === "b";
}

function kindOf(code: number): string {
  if (code < ASCII_KINDS.length) return ASCII_KINDS.charAt(code);
  const index = findLast(KIND_STARTS, code);
  return code <= (KIND_ENDS[index] as number) ? KINDS.charAt(index) : "";
}

function readRun(code: number, starts: readonly number[], runs: readonly string[]): string {
  const index = findLast(starts, code);
  return (runs[index] as string).charAt(code - (starts[index] as number));
}

/** Binary search: the index of the last start that is not beyond `code`. All tables begin in ASCII. */
function findLast(starts: readonly number[], code: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= code) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
