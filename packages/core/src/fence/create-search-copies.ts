// A text → the copies in which markers are looked for: as a reader sees it, and without comments of HTML.
import { INVISIBLE, visitClasses } from "./character-classes.ts";
import { findEscapes } from "./decode-escapes.ts";
import { copyOf, type Edit, type EditedCopy, editCopy } from "./edits.ts";

export function createSearchCopies(text: string, classes: number): readonly EditedCopy[] {
  const visible = editCopy(copyOf(text), (classes & INVISIBLE) === 0 ? [] : findInvisible(text));
  const decoded = editCopy(visible, findEscapes(visible.text));
  const comments = findComments(decoded.text);
  // Both, because a marker may stand in a comment, or have comments between its letters.
  return comments.length === 0 ? [decoded] : [decoded, editCopy(decoded, comments)];
}

/** One edit for each run of invisible characters. */
function findInvisible(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  let from = 0;
  let to = -1;
  const finish = () => {
    if (to > from) edits.push({ start: from, end: to, replacement: "" });
  };
  visitClasses(text, (start, end, found) => {
    if (found !== INVISIBLE) return;
    if (start !== to) {
      finish();
      from = start;
    }
    to = end;
  });
  finish();
  return edits;
}

/** Also `<!-->`, which browsers take for a whole comment. What never ends is text. */
function findComments(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (let start = text.indexOf("<!--"); start >= 0; ) {
    const close = text.indexOf("-->", start + 2);
    if (close < 0) break;
    const end = close + 3;
    edits.push({ start, end, replacement: "" });
    start = text.indexOf("<!--", end);
  }
  return edits;
}
