// Replacements in a text → the edited text, and how its positions correspond to those of the first one.

/** To find and make ten edits takes about as long as to read one opening of a marker. */
export const EDITS_PER_OPENING = 10;

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Edits in the order of their positions → the edited text. Of two that overlap, the second one replaces what the first one leaves of its range. */
export function applyFenceEdits(text: string, edits: readonly Edit[]): string {
  let edited = "";
  let done = 0;
  for (const { start, end, replacement } of edits) {
    if (end <= done) continue;
    edited += text.slice(done, Math.max(done, start)) + replacement;
    done = end;
  }
  return edited + text.slice(done);
}

/** A copy of a text, and the ranges of the text that ranges of the copy stand for. */
export interface EditedCopy {
  readonly text: string;
  /** The range without what was removed before and behind it. */
  readonly toOriginal: (start: number, end: number) => readonly [start: number, end: number];
}

export function copyOf(text: string): EditedCopy {
  return { text, toOriginal: (start, end) => [start, end] };
}

/** Edits of a copy, in order and apart from each other → a copy of the same original. */
export function editCopy(copy: EditedCopy, edits: readonly Edit[]): EditedCopy {
  if (edits.length === 0) return copy;
  const starts = startsInCopy(edits);
  /** What the character at `at` stands for. */
  const rangeOf = (at: number): readonly [start: number, end: number] => {
    const index = findLast(starts, at);
    if (index < 0) return [at, at + 1];
    const { start, end, replacement } = edits[index] as Edit;
    const behind = at - (starts[index] as number) - replacement.length;
    return behind < 0 ? [start, end] : [end + behind, end + behind + 1];
  };
  return {
    text: applyFenceEdits(copy.text, edits),
    toOriginal: (start, end) => copy.toOriginal(rangeOf(start)[0], rangeOf(end - 1)[1]),
  };
}

/** Where the replacements begin in the edited text. */
function startsInCopy(edits: readonly Edit[]): readonly number[] {
  let shift = 0;
  return edits.map(({ start, end, replacement }) => {
    const at = start + shift;
    shift += replacement.length - (end - start);
    return at;
  });
}

/** Binary search: the index of the last start that is not beyond `at`, or -1. */
function findLast(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
