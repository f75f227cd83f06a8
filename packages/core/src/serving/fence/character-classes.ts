// A text → the classes of its characters (removed, invisible, openings), and the text without the removed ones.
import { lazily } from "@hookwright/base";
import { OPENINGS } from "../../generated/look-alikes.ts";
import { applyFenceEdits, EDITS_PER_OPENING, type Edit } from "./edits.ts";
import { isInvisible, visitInvisible } from "./look-alikes.ts";

/** Removed, or a line end other than LF. */
export const REWRITTEN = 1;
/** Kept, but invisible by itself or a mark on the previous letter. */
export const INVISIBLE = 2;
/** Outside of Latin-1, and looks like the first sign of a marker or a control token. */
export const OPENING = 4;
/** Half of a surrogate pair; the whole character has the class. */
const SURROGATE = 8;

/** Engines store Latin-1 strings with one byte per character and answer this without a search. */
const OUTSIDE_LATIN_1 = /[^\0-\xff]/;

/** Matches nearly all Latin-1 texts. A search for the opposite takes a third longer on Node 20. */
const PLAIN_ASCII = /^[\t\n -~]*$/;

const SPECIAL_IN_LATIN_1 = /[\0-\x08\x0b-\x1f\x7f-\x9f\xad]/;
const SPECIALS_OF_LATIN_1: readonly string[] = Array.from({ length: 0x100 }, (_, code) =>
  String.fromCharCode(code),
).filter((character) => SPECIAL_IN_LATIN_1.test(character));

/** All characters that end a line somewhere: in Unicode, in terminals, or in `splitlines()` of Python. */
const LINE_END = /[\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/** From this length on, sixty searches for one character each are faster than one search for all of them. */
const MIN_LONG_CHARACTERS = 4_000;

export interface ClassesOptions {
  /** All classes that occur in the text. */
  readonly classes: number;
  /** Called once per ten edits; may throw. */
  readonly onOpening?: (() => void) | undefined;
}

/** All classes that occur in a text, as one sum of bits. */
export function classesIn(text: string): number {
  if (!OUTSIDE_LATIN_1.test(text)) return hasSpecial(text) ? REWRITTEN | INVISIBLE : 0;
  let classes = 0;
  visitClasses(text, (_start, _end, found) => {
    classes |= found;
  });
  return classes;
}

function hasSpecial(text: string): boolean {
  if (text.length >= MIN_LONG_CHARACTERS) {
    return SPECIALS_OF_LATIN_1.some((character) => text.includes(character));
  }
  return !PLAIN_ASCII.test(text) && SPECIAL_IN_LATIN_1.test(text);
}

/** Calls `visit` for each character that has a class, in order. */
export function visitClasses(
  text: string,
  visit: (start: number, end: number, found: number) => void,
): void {
  const { length } = text;
  const classes = classTable();
  for (let at = 0; at < length; at++) {
    const found = classes[text.charCodeAt(at)] as number;
    if (found === 0) continue;
    if (found !== SURROGATE) {
      visit(at, at + 1, found);
      continue;
    }
    const code = text.codePointAt(at) as number;
    const start = at;
    if (code > 0xffff) at++;
    const whole = classOfPair(code);
    if (whole !== 0) visit(start, at + 1, whole);
  }
}

/** A lone surrogate, or a character beyond U+FFFF. */
function classOfPair(code: number): number {
  const isNonCharacter = (code & 0xfffe) === 0xfffe;
  const isTag = code >= 0xe0000 && code <= 0xe007f;
  if (code <= 0xffff || isNonCharacter || isTag) return REWRITTEN;
  if (isInvisible(code)) return INVISIBLE;
  return OPENINGS.includes(code) ? OPENING : 0;
}

/**
 * Removes C0 except LF and TAB, C1, U+202A to U+202E, U+2066 to U+2069, tag characters, lone surrogates and
 * non-characters. All other characters stay.
 */
export function removeCharacters(text: string, options: ClassesOptions): string {
  return (options.classes & REWRITTEN) === 0
    ? text
    : applyFenceEdits(text, findRewritten(text, options));
}

/** The same as edits. */
export function findRewritten(
  text: string,
  { classes, onOpening }: ClassesOptions,
): readonly Edit[] {
  const edits: Edit[] = [];
  if ((classes & REWRITTEN) === 0) return edits;
  visitClasses(text, (start, end, found) => {
    if (found !== REWRITTEN) return;
    const character = text.slice(start, end);
    const isLineEnd = LINE_END.test(character) && !(character === "\r" && text[end] === "\n");
    edits.push({ start, end, replacement: isLineEnd ? "\n" : "" });
    if (edits.length % EDITS_PER_OPENING === 0) onOpening?.();
  });
  return edits;
}

/** C0 except TAB and LF, C1, line and paragraph separators, direction marks, non-characters. */
const REWRITTEN_RANGES = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x80, 0x9f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
  [0xfdd0, 0xfdef],
  [0xfffe, 0xffff],
] as const;

/** A table of all code units: a regular expression with as many ranges takes five times as long. */
const classTable: () => Uint8Array = lazily(() => {
  const table = new Uint8Array(0x1_0000);
  // `fill` ignores positions beyond the end of the table.
  visitInvisible((start, end) => table.fill(INVISIBLE, start, end));
  for (const code of OPENINGS) if (code <= 0xffff) table[code] = OPENING;
  for (const [first, last] of REWRITTEN_RANGES) table.fill(REWRITTEN, first, last + 1);
  return table.fill(SURROGATE, 0xd800, 0xe000);
});
