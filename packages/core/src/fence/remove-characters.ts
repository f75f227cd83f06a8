// A text → the same text with LF at the end of each line, and without the characters that no text needs.
import { classesIn, REWRITTEN, visitClasses } from "./character-classes.ts";
import { applyEdits, type Edit } from "./edits.ts";

/** All characters that end a line somewhere: in Unicode, in terminals, or in `splitlines()` of Python. */
const LINE_END = /[\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/**
 * Removes C0 but LF and TAB, C1, U+202A to U+202E, U+2066 to U+2069, tag characters, lone surrogates
 * and non-characters. All other characters stay.
 */
export function removeCharacters(text: string, classes: number = classesIn(text)): string {
  if ((classes & REWRITTEN) === 0) return text;
  const edits: Edit[] = [];
  visitClasses(text, (start, end, found) => {
    if (found !== REWRITTEN) return;
    const character = text.slice(start, end);
    const isLineEnd = LINE_END.test(character) && !(character === "\r" && text[end] === "\n");
    edits.push({ start, end, replacement: isLineEnd ? "\n" : "" });
  });
  return applyEdits(text, edits);
}
