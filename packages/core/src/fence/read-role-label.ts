// A text and a position in it → whether a label there begins the turn of a role.
import { ROLE_LABELS } from "./control-tokens.ts";
import type { Cursor } from "./cursor.ts";
import { countLetters, isInvisible } from "./look-alikes.ts";
import { readSpelled } from "./read-control-token.ts";

/** The colon and its look-alikes. */
const COLONS = ":：︓﹕∶ː꞉";

/** On success it moves the cursor behind the colon. */
export function readRoleLabel(cursor: Cursor): boolean {
  return ROLE_LABELS.some((label) => {
    const start = cursor.at;
    if (readSpelled(cursor, label)) {
      while (cursor.text.charAt(cursor.at) === " ") cursor.at++;
      const colon = cursor.text.charAt(cursor.at++);
      if (colon !== "" && COLONS.includes(colon)) return true;
    }
    cursor.at = start;
    return false;
  });
}

/** Whether a paragraph may begin with a label, as its first two characters show. */
export function hasRoleLabel(text: string): boolean {
  let found = false;
  findParagraphs(text, (at) => {
    found ||= mayBeginLabel(text, at);
    return found ? text.length : at;
  });
  return found;
}

function mayBeginLabel(text: string, at: number): boolean {
  const code = text.codePointAt(at) as number;
  if (code >= 0x7f) {
    return isInvisible(code) || ROLE_LABELS.some((label) => countLetters(code, label) > 0);
  }
  const character = text.charAt(at).toLowerCase();
  if ("&%\\".includes(character) || text.startsWith("<!--", at)) return true;
  return ROLE_LABELS.some((label) => {
    return label.startsWith(character) && !isOtherLetter(text.charAt(at + 1), label.charAt(1));
  });
}

function isOtherLetter(character: string, letter: string): boolean {
  return /^[a-z\d ]$/i.test(character) && character.toLowerCase() !== letter;
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
