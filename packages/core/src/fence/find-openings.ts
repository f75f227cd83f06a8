// A text → the positions where a marker or a control token may begin.
import { OPENING, visitClasses } from "./character-classes.ts";
import { CONTROL_TOKENS } from "./control-tokens.ts";

/** The signs of Latin-1, each with a quick check of the characters behind it. */
const SIGNS = [
  { sign: "<", mayFollow: mayFollowBracket },
  { sign: "[", mayFollow: mayFollowBracket },
  { sign: "«", mayFollow: () => true },
  { sign: "]", mayFollow: mayFollowClosing },
];

/** `classes` are those of the text. Not a loop over `SIGNS`, which takes a tenth longer for HTML. */
export function hasOpening(text: string, classes: number): boolean {
  if ((classes & OPENING) !== 0) return true;
  return (
    text.includes("«") ||
    hasSign(text, "<", mayFollowBracket) ||
    hasSign(text, "[", mayFollowBracket) ||
    hasSign(text, "]", mayFollowClosing)
  );
}

function hasSign(text: string, sign: string, mayFollow: typeof mayFollowBracket): boolean {
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
    if (mayFollow(text, at + 1)) return true;
  }
  return false;
}

/**
 * Calls `read` at each position, sign by sign; `read` returns the position to continue from.
 *
 * One search for each sign, because engines find one character many times faster than one of several.
 */
export function findOpenings(text: string, read: (at: number) => number): void {
  for (const { sign, mayFollow } of SIGNS) {
    for (let at = text.indexOf(sign); at >= 0; ) {
      at = text.indexOf(sign, mayFollow(text, at + 1) ? read(at) : at + 1);
    }
  }
  let done = 0;
  visitClasses(text, (start, _end, found) => {
    if (found === OPENING && start >= done) done = read(start);
  });
}

/** The first two letters behind `<`, `</`, `[` or `[/`: those of the markers, and those of the tokens. */
const FIRST_PAIRS: Uint8Array = createPairs();

function createPairs(): Uint8Array {
  const pairs = new Uint8Array(1024);
  for (const word of ["end", "external", "untrusted", ...CONTROL_TOKENS]) {
    const name = word.replace(/^[<[\]]+/, "");
    pairs[pairOf(name.charCodeAt(0), name.charCodeAt(1))] = 1;
  }
  return pairs;
}

/** Both cases of a letter have one number. A sign may share it, which only costs a search. */
function pairOf(first: number, second: number): number {
  return ((first & 0x1f) << 5) | (second & 0x1f);
}

/** Most brackets belong to HTML or Markdown, which one or two characters show. */
function mayFollowBracket(text: string, after: number): boolean {
  const at = text.charCodeAt(after) === 0x2f ? after + 1 : after;
  const first = text.charCodeAt(at);
  if (!isAsciiLetterOrDigit(first)) return true;
  const second = text.charCodeAt(at + 1);
  if (isAsciiLetterOrDigit(second) || second === 0x3e) {
    return FIRST_PAIRS[pairOf(first, second)] === 1;
  }
  // A space or a sign may stand between the letters of a marker: of "end", "external" and "untrusted".
  const letter = first | 0x20;
  return letter === 0x65 || letter === 0x75 || mayBeLookedThrough(second);
}

/** `]~b]`, `]~!b[`. */
function mayFollowClosing(text: string, after: number): boolean {
  const code = text.charCodeAt(after);
  return code === 0x7e || mayBeLookedThrough(code);
}

/** The beginning of a comment or of an escape, or outside of ASCII: it may stand between any letters. */
function mayBeLookedThrough(code: number): boolean {
  return code === 0x3c || code === 0x26 || code === 0x25 || code === 0x5c || code >= 0x7f;
}

function isAsciiLetterOrDigit(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
