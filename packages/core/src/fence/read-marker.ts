// A text and a position in it → whether something that looks like a marker begins there.
import { type Cursor, readBracket, readWord, skipSeparators } from "./cursor.ts";

/** Further apart, words no longer look like one marker; the bound keeps the search linear. */
const MAX_GAP = 64;

/** Of our markers and of those of comparable gateways. */
const OPTIONAL_FIRST_WORDS = ["end", "external"];

/** A run of brackets and separators, and what follows it. */
interface Lead {
  readonly start: number;
  readonly end: number;
  /** Where the words of a marker end that follow, or -1 if none do. */
  readonly endOfWords: number;
  /** A bracket before this position is too far from the words. */
  readonly firstBracket: number;
}

/**
 * Returns a reader: on success the cursor stands behind the last letter of a marker. It remembers
 * the last run of brackets, as all brackets of one run have the same words behind them: so the time
 * is linear also for a text of nothing but brackets.
 */
export function createMarkerReader(): (cursor: Cursor) => boolean {
  let lead: Lead = { start: 0, end: 0, endOfWords: -1, firstBracket: 0 };
  return (cursor) => {
    const start = cursor.at;
    if (!readBracket(cursor)) return false;
    if (start < lead.start || start >= lead.end) lead = readLead(cursor, start);
    if (lead.endOfWords < 0 || start < lead.firstBracket) return false;
    cursor.at = lead.endOfWords;
    return true;
  };
}

function readLead(cursor: Cursor, start: number): Lead {
  while (readLeadItem(cursor));
  const end = cursor.at;
  if (!readMarkerWords(cursor)) return { start, end, endOfWords: -1, firstBracket: end };
  return {
    start,
    end,
    endOfWords: cursor.at,
    firstBracket: findFirstBracket(cursor.text, start, end),
  };
}

/** An escaped bracket counts as one, although its signs are separators. */
function readLeadItem(cursor: Cursor): boolean {
  const { at } = cursor;
  if (!readBracket(cursor)) skipSeparators(cursor, 1);
  return cursor.at > at;
}

/** The bracket and at most MAX_GAP items stand before the words. */
function findFirstBracket(text: string, start: number, end: number): number {
  const cursor: Cursor = { text, at: start };
  const items: number[] = [];
  while (cursor.at < end) {
    items.push(cursor.at);
    readLeadItem(cursor);
  }
  return items.at(-MAX_GAP - 1) ?? start;
}

function readMarkerWords(cursor: Cursor): boolean {
  for (const word of OPTIONAL_FIRST_WORDS) {
    if (readWord(cursor, word)) skipSeparators(cursor, MAX_GAP);
  }
  if (!readWord(cursor, "untrusted")) return false;
  skipSeparators(cursor, MAX_GAP);
  if (readWord(cursor, "webhook")) skipSeparators(cursor, MAX_GAP);
  return readWord(cursor, "content");
}
