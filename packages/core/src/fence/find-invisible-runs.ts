// A text → its runs of invisible characters that are longer than real text has them.
import { MAX_INVISIBLE_RUN, widthOf } from "./cursor.ts";
import { isInvisible } from "./look-alikes.ts";

/** A run that is too long covers one of every so many positions: the others need no look. */
const STRIDE = MAX_INVISIBLE_RUN + 1;

export function findInvisibleRuns(text: string, found: (start: number, end: number) => void): void {
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

/** Also if `at` is the second half of a pair of surrogates. */
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
