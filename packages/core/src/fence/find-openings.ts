// A text → the positions where a marker or a control token may begin.
import { OPENING_OUTSIDE_LATIN_1 } from "../generated/look-alikes.ts";

/** Engines store Latin-1 strings with one byte per character and answer this without a search. */
const OUTSIDE_LATIN_1 = /[^\0-\xff]/;

/** The signs of Latin-1, each with a quick check of the characters behind it. */
const OPENINGS = [
  { sign: "<", mayFollow: mayFollowBracket },
  { sign: "«", mayFollow: () => true },
  { sign: "[", mayFollow: mayFollowSquare },
  { sign: "&", mayFollow: mayFollowAmpersand },
  { sign: "%", mayFollow: mayFollowPercent },
  { sign: "\\", mayFollow: mayFollowBackslash },
];

/**
 * Calls `read` at each position, sign by sign; `read` returns the position to continue from.
 *
 * One search for each sign, because engines find one character many times faster than one of several.
 */
export function findOpenings(text: string, read: (at: number) => number): void {
  for (const { sign, mayFollow } of OPENINGS) {
    for (let at = text.indexOf(sign); at >= 0; ) {
      at = text.indexOf(sign, mayFollow(text, at + 1) ? read(at) : at + 1);
    }
  }
  if (!OUTSIDE_LATIN_1.test(text)) return;
  let end = 0;
  for (const { index } of text.matchAll(OPENING_OUTSIDE_LATIN_1)) {
    if (index >= end) end = read(index);
  }
}

/** Most brackets belong to HTML, which one or two characters show. */
function mayFollowBracket(text: string, after: number): boolean {
  const at = text.charCodeAt(after) === 0x2f ? after + 1 : after;
  const letter = text.charCodeAt(at);
  if (!isAsciiLetterOrDigit(letter)) return true;
  const next = text.charCodeAt(at + 1);
  switch (letter | 0x20) {
    // end, external, eos, untrusted, unk
    case 0x65:
    case 0x75:
      return true;
    // bos
    case 0x62:
      return !isAsciiTagPart(next) || (next | 0x20) === 0x6f;
    // pad
    case 0x70:
      return !isAsciiTagPart(next) || (next | 0x20) === 0x61;
    // start_of_turn
    case 0x73:
      return !isAsciiTagPart(next) || (next | 0x20) === 0x74;
    default:
      return false;
  }
}

/** `[INST]`, `[/INST]`. */
function mayFollowSquare(text: string, after: number): boolean {
  const code = text.charCodeAt(after);
  const isPrintableAscii = code >= 0x20 && code < 0x7f;
  return !isPrintableAscii || code === 0x2f || (code | 0x20) === 0x69;
}

/** `&lt;`, `&amp;lt;`, `&#60;`. */
function mayFollowAmpersand(text: string, after: number): boolean {
  const code = text.charCodeAt(after);
  return code === 0x23 || (code | 0x20) === 0x61 || (code | 0x20) === 0x6c;
}

/** `%3c`, `%253c`. */
function mayFollowPercent(text: string, after: number): boolean {
  const code = text.charCodeAt(after);
  return code === 0x32 || code === 0x33;
}

/** `\u003c`, `\x3c`. */
function mayFollowBackslash(text: string, after: number): boolean {
  const code = text.charCodeAt(after) | 0x20;
  return code === 0x75 || code === 0x78;
}

function isAsciiTagPart(code: number): boolean {
  return code === 0x3e || code === 0x20 || isAsciiLetterOrDigit(code);
}

function isAsciiLetterOrDigit(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
