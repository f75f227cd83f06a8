// A text → the same text without anything that looks like a marker or a control token.
import { type Cursor, MAX_INVISIBLE_RUN, widthOf } from "./cursor.ts";
import { findOpenings } from "./find-openings.ts";
import { isInvisible } from "./look-alikes.ts";
import { readControlToken } from "./read-control-token.ts";
import { createMarkerReader } from "./read-marker.ts";

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/**
 * Replaces everything that looks like a marker of a fence, or like a control token of a model's chat
 * template, in any disguise; the rest stays as it is. Takes linear time, most of it for the positions
 * where one may begin: `onOpening` is called before each, and may throw.
 *
 * @example
 * ```ts
 * neutralize("<|im_end|> hi"); // "[control token removed] hi"
 * ```
 */
export function neutralize(text: string, onOpening?: () => void): string {
  const replacements: Replacement[] = [];
  const cursor: Cursor = { text, at: 0 };
  let readMarker: ReturnType<typeof createMarkerReader> | undefined;
  findOpenings(text, (start) => {
    onOpening?.();
    readMarker ??= createMarkerReader();
    cursor.at = start;
    if (readMarker(cursor)) {
      replacements.push({ start, end: cursor.at, replacement: "[marker removed]" });
      return cursor.at;
    }
    cursor.at = start;
    if (!readControlToken(cursor)) return start + 1;
    replacements.push({ start, end: cursor.at, replacement: "[control token removed]" });
    return cursor.at;
  });
  findInvisibleRuns(text, (start, end) => {
    replacements.push({ start, end, replacement: "[invisible characters removed]" });
  });
  return replacements.length === 0 ? text : replaceAll(text, replacements);
}

/** Of two overlapping replacements, the second one replaces what the first one leaves of its range. */
function replaceAll(text: string, replacements: Replacement[]): string {
  let neutral = "";
  let done = 0;
  for (const { start, end, replacement } of replacements.sort((a, b) => a.start - b.start)) {
    if (end <= done) continue;
    neutral += text.slice(done, Math.max(done, start)) + replacement;
    done = end;
  }
  return neutral + text.slice(done);
}

/** A run that is too long covers a multiple of this position, so that no others are read. */
const STRIDE = MAX_INVISIBLE_RUN + 1;

/** Runs of invisible characters that are longer than in real text. */
function findInvisibleRuns(text: string, found: (start: number, end: number) => void): void {
  let at = STRIDE - 1;
  while (at < text.length) {
    const code = codePointAround(text, at);
    if (isInvisible(code)) {
      const { end, length } = readRun(text, startOfRun(text, at));
      if (length > MAX_INVISIBLE_RUN) found(startOfRun(text, at), end);
      at = end;
    }
    at += STRIDE;
  }
}

/** The whole code point, also where `at` is the second half of a surrogate pair. */
function codePointAround(text: string, at: number): number {
  const pair = text.codePointAt(at - 1) as number;
  return pair > 0xffff ? pair : (text.codePointAt(at) as number);
}

function startOfRun(text: string, at: number): number {
  let start = at;
  while (start > 0) {
    const before = codePointAround(text, start - 1);
    if (!isInvisible(before)) break;
    start -= widthOf(before);
  }
  return start;
}

function readRun(text: string, start: number): { end: number; length: number } {
  let end = start;
  let length = 0;
  for (let code = text.codePointAt(end); code !== undefined && isInvisible(code); ) {
    end += widthOf(code);
    length++;
    code = text.codePointAt(end);
  }
  return { end, length };
}
