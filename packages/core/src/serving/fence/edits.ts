// Replacements in a text → the edited text, and a map of its positions to those of the original.

/** Finding and making ten edits takes about as long as reading one opening of a marker. */
export const EDITS_PER_OPENING = 10;

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/**
 * Applies edits in the order of their positions. If two overlap, the second one replaces what the first one
 * leaves of its range.
 */
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

/** The same for a text in pieces. A replacement is in the piece in which it begins. */
export function applyEditsToPieces(
  pieces: readonly string[],
  edits: readonly Edit[],
): readonly string[] {
  let from = 0;
  let next = 0;
  let done = 0;
  return pieces.map((piece, index) => {
    const to = from + piece.length;
    const isLast = index === pieces.length - 1;
    let edited = "";
    for (; next < edits.length; next += 1) {
      const { start, end, replacement } = edits[next] as Edit;
      if (end <= done) continue;
      const begin = Math.max(done, start);
      if (begin >= to && !isLast) break;
      edited += piece.slice(Math.max(0, done - from), begin - from) + replacement;
      done = end;
    }
    if (done < to) {
      edited += piece.slice(Math.max(0, done - from));
      done = to;
    }
    from = to;
    return edited;
  });
}

/** An edited copy of a text, and a map of its ranges to ranges of the original. */
export interface EditedCopy {
  readonly text: string;
  /** The range without the removed text before and after it. */
  readonly toOriginal: (start: number, end: number) => readonly [start: number, end: number];
}

export function copyOf(text: string): EditedCopy {
  return { text, toOriginal: (start, end) => [start, end] };
}

/** Applies ordered edits that do not overlap to a copy → a copy of the same original. */
export function editCopy(copy: EditedCopy, edits: readonly Edit[]): EditedCopy {
  if (edits.length === 0) return copy;
  const starts = startsInCopy(edits);
  /** The original range of the character at `at`. */
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

/** The starts of the replacements in the edited text. */
function startsInCopy(edits: readonly Edit[]): readonly number[] {
  let shift = 0;
  return edits.map(({ start, end, replacement }) => {
    const at = start + shift;
    shift += replacement.length - (end - start);
    return at;
  });
}

/** Binary search: the index of the last start that is not after `at`, or -1. */
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
