// Text from outside → the same text, safe for a terminal.

// Control characters except tab and line feed, line and paragraph separators, marks of direction, tag
// characters, anchors of annotations, the byte order mark, and halves of characters.
const HIDDEN =
  /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\u{e0000}-\u{e007f}\ufff9-\ufffb\ufeff]/gu;

/** Attack: an escape sequence in a payload could rewrite text on the screen. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, escapeUnits);
}

/** Escapes code units as JSON does. */
function escapeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/** The color codes of our own lines and reports. */
const COLOR = /(\u001B\[[\d;]{1,4}m)/;

/**
 * Keeps a log line on one line. Attack: a line feed in a name or in the output of a module could forge
 * another line.
 */
export function logLine(text: string, color: boolean): string {
  if (!color) return visibleLine(text);
  // Every second piece is a color code.
  return text
    .split(COLOR)
    .map((piece, index) => (index % 2 === 1 ? piece : visibleLine(piece)))
    .join("");
}

/** For a name within a line. Attack: a line feed in the id of a mapping could forge another line. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\t\n]/g, escapeUnits);
}

/** JSON in which every character that could control a terminal is escaped: `JSON.stringify` escapes only C0. */
export function visibleJson(value: unknown, indent?: number): string {
  // The remaining line feeds are those of the indentation.
  return visibleText(JSON.stringify(value, null, indent));
}

/** A cut within a surrogate pair, such as an emoji, also removes the first half of the pair. */
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** A value as JSON on one line, cut after `length` characters. */
export function visibleValue(value: unknown, length: number): string {
  const json = toJson(value);
  const shown =
    json.length > length ? `${json.slice(0, length).replace(HALF_CHARACTER, "")}…` : json;
  return visibleText(shown);
}

/** Attack: a deeply nested payload overflows the stack of JSON.stringify. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "nothing";
  } catch {
    return "(nested too deeply to show)";
  }
}
