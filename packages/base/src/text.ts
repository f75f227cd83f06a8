// Texts → one line of them, without outer slashes, or whether a part of them does not show.

/** Tabs, and all characters that end a line somewhere. */
const BREAKS = /[\t-\r\x1c-\x1e\x85\u2028\u2029]+/g;

/** Other controls, and the marks that turn the direction of text. */
const CONTROLS = /[\0-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]+/g;

/** Limits what a list of runs or a log line has to show. */
const MAX_LINE_CHARACTERS = 512;

/** The cut may go through a character of two code units, such as an emoji. */
const HALF_CHARACTER = /[\ud800-\udbff]$/;

export function oneLine(text: string): string {
  const line = text.replace(CONTROLS, "").replace(BREAKS, " ").trim();
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  return `${line.slice(0, MAX_LINE_CHARACTERS - 1).replace(HALF_CHARACTER, "")}…`;
}

/**
 * Controls, format characters, line and paragraph separators, halves of surrogate pairs, all that
 * Unicode says to show as nothing, and the blank Braille pattern.
 */
const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800`;

const INVISIBLE = new RegExp(`[${HIDDEN}]`, "u");

/** What shows something: no white space, nothing invisible, and not the null notehead of music. */
const VISIBLE = new RegExp(String.raw`[^\s${HIDDEN}\u{1d159}]`, "u");

/** Whether a text shows nothing: to a reader it is empty, whatever its length. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

export function hasInvisibleCharacters(text: string): boolean {
  return INVISIBLE.test(text);
}

export function hasControlCharacters(text: string): boolean {
  return text.search(BREAKS) !== -1 || text.search(CONTROLS) !== -1;
}

export function stripOuterSlashes(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === "/") start += 1;
  while (end > start && text[end - 1] === "/") end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

/** Longer keys would cost a store more than most answers. */
export const MAX_KEY_CHARACTERS = 256;

/** Whether a value can stand for an event in a store, a header and a log line. */
export function isKey(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value !== "" &&
    value.length <= MAX_KEY_CHARACTERS &&
    !hasControlCharacters(value)
  );
}
