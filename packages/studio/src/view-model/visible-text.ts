// A text from outside → the same text for a page: characters that hide or reorder text are shown by their numbers.

/** Controls but tab and line feed, bidi controls, zero-width characters, and the byte order mark. */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

export function visibleText(text: string): string {
  return text.replaceAll(
    HIDDEN,
    (unit) => `\\u${(unit.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

/** What fits behind a line of the editor. */
const MAX_INLINE_CHARACTERS = 60;

/** A value in one line, in quotes; `(empty)` for nothing. */
export function inlineValue(text: string): string {
  if (text === "") return "(empty)";
  const line = visibleText(text.replaceAll(/\s+/g, " "));
  const cut =
    line.length > MAX_INLINE_CHARACTERS ? `${line.slice(0, MAX_INLINE_CHARACTERS)}…` : line;
  return `"${cut}"`;
}
