// Text from outside → the same text, harmless to a terminal.

// Controls but tab and line feed, line and paragraph separators, and marks that turn the direction of text.
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** An escape sequence in a payload could rewrite what stands above it on the screen. */
export function visibleText(text: string): string {
  return text.replace(
    HIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The cut may go through a character of two code units, such as an emoji. */
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** A value as JSON on one line, cut after `length` characters. */
export function visibleValue(value: unknown, length: number): string {
  const json = toJson(value);
  const shown =
    json.length > length ? `${json.slice(0, length).replace(HALF_CHARACTER, "")}…` : json;
  return visibleText(shown);
}

/** A payload can be nested more deeply than JSON.stringify has stack for. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "nothing";
  } catch {
    return "(nested too deeply to show)";
  }
}
