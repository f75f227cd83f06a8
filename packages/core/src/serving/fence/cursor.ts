// A text and a position in it → the next characters, read as the letters and signs that they look like.
import { countLetters, isBracket, isSeparator, signsLike } from "./look-alikes.ts";

/** Readers move `at` past the characters that they read. If they return false, they restore it. */
export interface Cursor {
  readonly text: string;
  at: number;
}

/** The most separators between two letters of a word. More no longer look like one word. */
const MAX_LETTER_GAP_ITEMS = 16;

export function skipSeparators(cursor: Cursor, most: number): void {
  for (let skipped = 0; skipped < most; skipped++) {
    const code = cursor.text.codePointAt(cursor.at);
    if (code === undefined || !isSeparator(code)) return;
    cursor.at += widthOf(code);
  }
}

export function readBracket(cursor: Cursor): boolean {
  const code = cursor.text.codePointAt(cursor.at);
  if (code === undefined || !isBracket(code)) return false;
  cursor.at += widthOf(code);
  return true;
}

/** Reads the letters of a lower-case word, with up to MAX_LETTER_GAP_ITEMS separators between two of them. */
export function readWord(cursor: Cursor, word: string): boolean {
  const start = cursor.at;
  for (let read = 0; read < word.length; ) {
    const count = readLetters(cursor, word.slice(read), read === 0 ? 0 : MAX_LETTER_GAP_ITEMS);
    if (count === 0) {
      cursor.at = start;
      return false;
    }
    read += count;
  }
  return true;
}

/**
 * Reads one character that looks like the first letters of `rest` → the number of these letters; 0 for none.
 * "$" and "|" are separators and letters: of several, the last one counts, because it is next to the
 * following letter.
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

/** Reads a word or a token, letter by letter and sign by sign, with nothing between them. */
export function readSpelled(cursor: Cursor, spelled: string): boolean {
  const { at } = cursor;
  for (let read = 0; read < spelled.length; ) {
    const code = cursor.text.codePointAt(cursor.at);
    const count = code === undefined ? 0 : countSpelled(code, spelled.slice(read));
    if (count === 0) {
      cursor.at = at;
      return false;
    }
    cursor.at += widthOf(code as number);
    read += count;
  }
  return true;
}

/**
 * ASCII characters, including full-width ones, count only as themselves: `<e05>` is an error code, not a
 * token. "⋘" may count as fewer brackets than it shows.
 */
function countSpelled(code: number, rest: string): number {
  const isFullWidth = code >= 0xff01 && code <= 0xff5e;
  if (isFullWidth || code <= 0x7f) {
    return initialOf(isFullWidth ? code - 0xfee0 : code) === rest.charAt(0) ? 1 : 0;
  }
  const signs = signsLike(code);
  return signs === "" ? countLetters(code, rest) : countCommon(signs, rest);
}

function countCommon(signs: string, rest: string): number {
  let count = 0;
  while (count < signs.length && signs[count] === rest[count]) count++;
  return count;
}

export function initialOf(code: number): string {
  return String.fromCharCode(code).toLowerCase();
}

export function widthOf(code: number): 1 | 2 {
  return code > 0xffff ? 2 : 1;
}
