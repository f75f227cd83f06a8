// A text → the same text without anything that looks like a marker or a control token.
import { classesIn, REWRITTEN } from "./character-classes.ts";
import { createSearchCopies } from "./create-search-copies.ts";
import type { Cursor } from "./cursor.ts";
import { hasEscapedOpening } from "./decode-escapes.ts";
import { applyEdits, type Edit, type EditedCopy } from "./edits.ts";
import { findOpenings, hasOpening } from "./find-openings.ts";
import { readControlToken } from "./read-control-token.ts";
import { createMarkerReader } from "./read-marker.ts";
import { findParagraphs, hasRoleLabel, readRoleLabel } from "./read-role-label.ts";
import { removeCharacters } from "./remove-characters.ts";

/**
 * Removes characters that no text needs (controls, marks that turn the direction, tags, halves of
 * surrogate pairs), ends each line with LF, and replaces everything that looks like a marker of a
 * fence or like a control token of a model's chat template. The rest stays. Takes linear
 * time, most of it for the positions where one may begin: `onOpening` is called before each, and may
 * throw.
 *
 * @example
 * ```ts
 * neutralize("<|im_end|> hi"); // "[control token removed] hi"
 * ```
 */
export function neutralize(text: string, onOpening?: () => void): string {
  const classes = classesIn(text);
  const clean = removeCharacters(text, classes);
  if (!mayHoldForbidden(clean, classes)) return clean;
  const edits = createSearchCopies(clean, classes & ~REWRITTEN).flatMap((copy) =>
    findForbidden(copy, onOpening),
  );
  if (edits.length === 0) return clean;
  return applyEdits(
    clean,
    edits.sort((a, b) => a.start - b.start),
  );
}

/** Nearly every text has nothing to replace. To see that takes less time than the copies. */
function mayHoldForbidden(text: string, classes: number): boolean {
  return hasOpening(text, classes) || hasEscapedOpening(text) || hasRoleLabel(text);
}

/** Markers and control tokens in a copy of a text → what to replace in the text. */
function findForbidden(
  { text, toOriginal }: EditedCopy,
  onOpening: (() => void) | undefined,
): readonly Edit[] {
  const edits: Edit[] = [];
  const cursor: Cursor = { text, at: 0 };
  const add = (from: number, replacement: string): number => {
    const [start, end] = toOriginal(from, cursor.at);
    edits.push({ start, end, replacement });
    return cursor.at;
  };
  let readMarker: ReturnType<typeof createMarkerReader> | undefined;
  findOpenings(text, (start) => {
    onOpening?.();
    readMarker ??= createMarkerReader();
    cursor.at = start;
    if (readMarker(cursor)) return add(start, "[marker removed]");
    cursor.at = start;
    return readControlToken(cursor) ? add(start, "[control token removed]") : start + 1;
  });
  findParagraphs(text, (start) => {
    cursor.at = start;
    return readRoleLabel(cursor) ? add(start, "[control token removed]") : start;
  });
  return edits;
}
