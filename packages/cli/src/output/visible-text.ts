// Text from outside → the same text, harmless to a terminal.

// Control characters except tab and line feed, line and paragraph separators, and bidirectional marks.
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Attack: an escape sequence in a payload could rewrite text on the screen. */
export function visibleText(text: string): string {
  return text.replace(
    HIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
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
