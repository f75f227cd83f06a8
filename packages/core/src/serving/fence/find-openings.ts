// A text → the positions where a marker, a control token or a role label may begin.
import { lazily } from "@hookwright/base";
import { OPENING, visitClasses } from "./character-classes.ts";
import { CONTROL_TOKENS, ROLE_LABELS } from "./control-tokens.ts";
import { countLetters, isInvisible } from "./look-alikes.ts";

/** The Latin-1 signs, each with a quick check of the following characters. */
const SIGNS = [
  { sign: "<", mayFollow: mayFollowBracket },
  { sign: "[", mayFollow: mayFollowBracket },
  { sign: "«", mayFollow: () => true },
  { sign: "]", mayFollow: mayFollowClosing },
];

/** The signs that begin an escape, each with a quick check whether it may encode an opening. */
const ESCAPES = [
  { sign: "&", mayFollow: mayReferToOpening },
  {
    sign: "%",
    mayFollow: (text: string, at: number) => OPENING_IN_URL.test(text.slice(at, at + 2)),
  },
  { sign: "\\", mayFollow: (text: string, at: number) => "uUxX".includes(text.charAt(at)) },
];

/** `%3c`, `%5b`, and `%253c`. */
const OPENING_IN_URL = /^(?:3c|5b|25)/i;

/** Whether the text may contain an opening. `classes` are the classes of the text. */
export function hasOpening(text: string, classes: number): boolean {
  if ((classes & OPENING) !== 0) return true;
  // Not a loop over `SIGNS`, which takes 10 % longer for HTML.
  return (
    text.includes("«") ||
    hasSign(text, "<", mayFollowBracket) ||
    hasSign(text, "[", mayFollowBracket) ||
    hasSign(text, "]", mayFollowClosing) ||
    ESCAPES.some(({ sign, mayFollow }) => hasSign(text, sign, mayFollow)) ||
    hasRoleLabel(text)
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
 * One search per sign, because engines find one character many times faster than one of several.
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

/** Calls `read` at the beginning of each paragraph; `read` returns the position to continue from. */
export function findParagraphs(text: string, read: (at: number) => number): void {
  let at = skipBlanks(text, 0);
  while (at < text.length) {
    const blank = text.indexOf("\n\n", read(at));
    if (blank < 0) return;
    at = skipBlanks(text, blank + 2);
  }
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\n".includes(text.charAt(at))) at++;
  return at;
}

/** The first two letters of markers and tokens after `<`, `</`, `[` or `[/`. */
const firstPairs = lazily((): Uint8Array => {
  const pairs = new Uint8Array(1024);
  for (const word of ["end", "external", "untrusted", ...CONTROL_TOKENS]) {
    const name = word.replace(/^[<[\]]+/, "");
    pairs[pairOf(name.charCodeAt(0), name.charCodeAt(1))] = 1;
  }
  return pairs;
});

/** Both cases of a letter have the same number. A sign may share it, which only costs a search. */
function pairOf(first: number, second: number): number {
  return ((first & 0x1f) << 5) | (second & 0x1f);
}

/** Most brackets belong to HTML or Markdown, which the next one or two characters show. */
function mayFollowBracket(text: string, after: number): boolean {
  const at = text.charCodeAt(after) === 0x2f ? after + 1 : after;
  const first = text.charCodeAt(at);
  if (!isAsciiLetterOrDigit(first)) return true;
  const second = text.charCodeAt(at + 1);
  if (isAsciiLetterOrDigit(second) || second === 0x3e) {
    return firstPairs()[pairOf(first, second)] === 1;
  }
  // A space or a sign may be between the letters of a marker: of "end", "external" and "untrusted".
  const letter = first | 0x20;
  return letter === 0x65 || letter === 0x75 || mayBeLookedThrough(second);
}

/** `]~b]`, `]~!b[`. */
function mayFollowClosing(text: string, after: number): boolean {
  const code = text.charCodeAt(after);
  return code === 0x7e || mayBeLookedThrough(code);
}

/** The start of a comment or an escape, or a character outside of ASCII: it may be between any letters. */
function mayBeLookedThrough(code: number): boolean {
  return code === 0x3c || code === 0x26 || code === 0x25 || code === 0x5c || code >= 0x7f;
}

function isAsciiLetterOrDigit(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** Numbers, and names like `lt`, `lang`, `nlt`, `prec`; also after `&amp;`. */
function mayReferToOpening(text: string, from: number): boolean {
  // Most of these signs are followed by a space.
  if (text.charCodeAt(from) === 0x20) return false;
  let at = from;
  // Not recursive: a text may have `amp;` a hundred thousand times.
  while (text.startsWith("amp", at)) at += text.charCodeAt(at + 3) === 0x3b ? 4 : 3;
  const code = text.charCodeAt(at) | 0x20;
  if (code === 0x23 || code === 0x6c) return true;
  const next = text.charCodeAt(at + 1) | 0x20;
  if (code === 0x61) return next === 0x6d;
  if (code === 0x6e) return next === 0x6c || next === 0x65;
  return code === 0x70 && next === 0x72;
}

/** Whether some paragraph may begin with a label, by its first two characters. */
function hasRoleLabel(text: string): boolean {
  let found = false;
  findParagraphs(text, (at) => {
    found ||= mayBeginLabel(text, at);
    return found ? text.length : at;
  });
  return found;
}

/** In ASCII, only an escape or a comment may be between two letters of a label. */
function mayBeginLabel(text: string, at: number): boolean {
  const code = text.codePointAt(at) as number;
  if (code >= 0x7f) {
    return isInvisible(code) || ROLE_LABELS.some((label) => countLetters(code, label) > 0);
  }
  if (code === 0x3c) return text.startsWith("<!--", at);
  if (mayBeLookedThrough(code)) return true;
  const second = text.charCodeAt(at + 1);
  return ROLE_LABELS.some((label) => {
    if (!isLetter(code, label.charCodeAt(0))) return false;
    return isLetter(second, label.charCodeAt(1)) || mayBeLookedThrough(second);
  });
}

/** `letter` is in lower case. */
function isLetter(code: number, letter: number): boolean {
  return code === letter || code === letter - 0x20;
}
