// A text and a position in it → whether a text that looks like a marker begins there.
import { type Cursor, readBracket, readWord, skipSeparators } from "./cursor.ts";

/** Further apart, words no longer look like one marker; the bound keeps the search linear. */
const MAX_GAP_ITEMS = 64;

/** Words of our markers and of those of comparable gateways. */
const OPTIONAL_FIRST_WORDS = ["end", "external"];

/** A run of brackets and separators, and what follows it. */
interface BracketRun {
  readonly start: number;
  readonly end: number;
  /** The end of the marker's words that follow, or -1 where none follow. */
  readonly endOfWords: number;
  /** A bracket before this position is too far from the words. */
  readonly firstBracket: number;
}

/**
 * Returns a reader, which on success moves the cursor behind the last letter of a marker. It remembers
 * the last run of brackets, because the same words follow all brackets of one run: so a text that
 * consists of brackets takes linear time.
 */
export function createMarkerReader(): (cursor: Cursor) => boolean {
  let run: BracketRun = { start: 0, end: 0, endOfWords: -1, firstBracket: 0 };
  return (cursor) => {
    const start = cursor.at;
    if (!readBracket(cursor)) return false;
    if (start < run.start || start >= run.end) run = readBracketRun(cursor, start);
    if (run.endOfWords < 0 || start < run.firstBracket) return false;
    cursor.at = run.endOfWords;
    return true;
  };
}

function readBracketRun(cursor: Cursor, start: number): BracketRun {
  while (readRunItem(cursor));
  const end = cursor.at;
  if (!readMarkerWords(cursor)) return { start, end, endOfWords: -1, firstBracket: end };
  return {
    start,
    end,
    endOfWords: cursor.at,
    firstBracket: findFirstBracket(cursor.text, start, end),
  };
}

function readRunItem(cursor: Cursor): boolean {
  const { at } = cursor;
  if (!readBracket(cursor)) skipSeparators(cursor, 1);
  return cursor.at > at;
}

/** Only the bracket and at most MAX_GAP_ITEMS items may precede the words. */
function findFirstBracket(text: string, start: number, end: number): number {
  const cursor: Cursor = { text, at: start };
  const items: number[] = [];
  while (cursor.at < end) {
    items.push(cursor.at);
    readRunItem(cursor);
  }
  return items.at(-MAX_GAP_ITEMS - 1) ?? start;
}

function readMarkerWords(cursor: Cursor): boolean {
  for (const word of OPTIONAL_FIRST_WORDS) {
    if (readWord(cursor, word)) skipSeparators(cursor, MAX_GAP_ITEMS);
  }
  if (!readWord(cursor, "untrusted")) return false;
  skipSeparators(cursor, MAX_GAP_ITEMS);
  if (readWord(cursor, "webhook")) skipSeparators(cursor, MAX_GAP_ITEMS);
  return readWord(cursor, "content");
}
