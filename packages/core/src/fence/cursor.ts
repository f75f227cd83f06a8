// A text and a position in it → the next characters, read as their look-alikes.
import { countLetters, isBracket, isInvisible, isSeparator } from "./look-alikes.ts";

/** Readers move `at` behind the characters that they read; where they return false, they restore it. */
export interface Cursor {
  readonly text: string;
  at: number;
}

/** Real text has a few in a row (emoji, stacked accents). Longer runs are replaced, so searches are bounded. */
export const MAX_INVISIBLE_RUN = 16;

/** The bracket as HTML, URLs and JSON escape it; the longest form has 26 characters. */
const ESCAPED_BRACKET =
  /^(?:&(?:amp;){0,3}(?:lt|lang|laquo|lsaquo|#0{0,9}60|#x0{0,9}3c)|%(?:25){0,3}3c|\\(?:u00|x)3c)/i;
const MAX_ESCAPED_LENGTH = 26;

export function skipInvisible(cursor: Cursor): void {
  skip(cursor, isInvisible, MAX_INVISIBLE_RUN);
}

export function skipSeparators(cursor: Cursor, most: number): void {
  skip(cursor, isSeparator, most);
}

function skip(cursor: Cursor, accepts: (code: number) => boolean, most: number): void {
  for (let skipped = 0; skipped < most; skipped++) {
    const code = cursor.text.codePointAt(cursor.at);
    if (code === undefined || !accepts(code)) return;
    cursor.at += widthOf(code);
  }
}

/** A bracket in any form, escaped ones included. */
export function readBracket(cursor: Cursor): boolean {
  const code = cursor.text.codePointAt(cursor.at);
  if (code === undefined) return false;
  const length = isBracket(code) ? widthOf(code) : escapedLength(cursor, code);
  cursor.at += length;
  return length > 0;
}

function escapedLength({ text, at }: Cursor, code: number): number {
  if (code !== 0x26 && code !== 0x25 && code !== 0x5c) return 0;
  return ESCAPED_BRACKET.exec(text.slice(at, at + MAX_ESCAPED_LENGTH))?.[0].length ?? 0;
}

/** The letters of a word in lower case, with up to MAX_INVISIBLE_RUN separators between two of them. */
export function readWord(cursor: Cursor, word: string): boolean {
  const start = cursor.at;
  for (let read = 0; read < word.length; ) {
    const count = readLetters(cursor, word.slice(read), read === 0 ? 0 : MAX_INVISIBLE_RUN);
    if (count === 0) {
      cursor.at = start;
      return false;
    }
    read += count;
  }
  return true;
}

/**
 * One character that looks like the first letters of `rest` → the number of these letters; 0 for none.
 * "$" and "|" are separators and letters: the last of several counts, as it is next to what follows.
 */
function readLetters(cursor: Cursor, rest: string, mostSeparators: number): number {
  let { at } = cursor;
  let count = 0;
  for (let skipped = 0; skipped <= mostSeparators; skipped++) {
    const code = cursor.text.codePointAt(at);
    if (code === undefined) return count;
    at += widthOf(code);
    const letters = countLetters(code, rest);
    if (letters > 0) {
      count = letters;
      cursor.at = at;
    }
    if (!isSeparator(code)) return count;
  }
  return count;
}

export function widthOf(code: number): 1 | 2 {
  return code > 0xffff ? 2 : 1;
}
