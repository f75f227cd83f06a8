// A text from outside → the same text for a page: characters that hide or reorder text are shown by their numbers.

/**
 * Controls but tab and line feed, separators of lines, bidi controls, zero-width and tag characters, anchors of
 * annotations, the byte order mark, and halves of characters.
 */
const HIDDEN =
  /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\u200b-\u200d\u2060-\u2065\ufff9-\ufffb\ufeff\u{e0000}-\u{e007f}]/gu;

export function visibleText(text: string): string {
  return text.replaceAll(HIDDEN, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
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
