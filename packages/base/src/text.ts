// Text helpers: one line of a text, its slashes, keys, wrapped words, and whether it shows anything.

/** Tabs, and all characters that some system treats as a line end. */
const BREAKS = /[\t-\r\x1c-\x1e\x85\u2028\u2029]+/g;

/** Other control characters, and direction marks. */
const CONTROLS = /[\0-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]+/g;

/** Limits the length of names in lists and log lines. */
const MAX_LINE_CHARACTERS = 512;

/** The cut may split a surrogate pair, such as an emoji. */
const HALF_CHARACTER = /[\ud800-\udbff]$/;

export function oneLine(text: string): string {
  const line = text.replace(CONTROLS, "").replace(BREAKS, " ").trim();
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  return `${line.slice(0, MAX_LINE_CHARACTERS - 1).replace(HALF_CHARACTER, "")}…`;
}

/**
 * Control and format characters, line and paragraph separators, halves of surrogate pairs, all that Unicode
 * defines as ignorable, and the blank Braille pattern.
 */
const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800`;

const INVISIBLE = new RegExp(`[${HIDDEN}]`, "u");

/** Characters that are visible: not white space, not hidden, and not the musical null notehead. */
const VISIBLE = new RegExp(String.raw`[^\s${HIDDEN}\u{1d159}]`, "u");

/** Whether a text has no visible character: to a reader it is empty, whatever its length. */
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

/** Longer keys would take more space in a store than most answers. */
export const MAX_KEY_CHARACTERS = 256;

/** Whether a value can be a key of an event in a store, a header and a log line. */
export function isKey(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value !== "" &&
    value.length <= MAX_KEY_CHARACTERS &&
    !hasControlCharacters(value)
  );
}

/** Breaks a text into lines of at most `width`. A longer word, such as a URL, is not split. */
export function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
}

export function describeArity(
  [least, most]: readonly [number, number],
  between: "to" | "or",
): string {
  if (most === Number.POSITIVE_INFINITY) return `at least ${countArguments(least)}`;
  return least === most ? countArguments(most) : `${least} ${between} ${countArguments(most)}`;
}

function countArguments(count: number): string {
  return `${count} argument${count === 1 ? "" : "s"}`;
}
