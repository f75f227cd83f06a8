// Texts → one line of them, their beginning, or the same text with indented lines.

/** All characters that end a line somewhere, and the tab. */
const BREAKS = /[\t-\r\x1c-\x1e\x85\u2028\u2029]+/g;

const LINE_ENDS = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/g;

/** Other controls, and the marks that turn the direction of text. */
const CONTROLS = /[\0-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]+/g;

/** The text on one line, at most `max` UTF-16 units long. */
export function toOneLine(text: string, max: number): string {
  const line = text.replace(CONTROLS, "").replace(BREAKS, " ").trim();
  return line.length <= max ? line : `${cutText(line, max - 1)}…`;
}

/** The first `max` UTF-16 units, one less where the cut would go through a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, isPairAt(text, max) ? max - 1 : max);
}

/** Whether a cut at this index would go through a surrogate pair. */
export function isPairAt(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return (before & 0xfc00) === 0xd800 && (after & 0xfc00) === 0xdc00;
}

/** Every line but the first begins with two spaces, whatever character ended the line before. */
export function indentLines(text: string): string {
  return text.replace(LINE_ENDS, "\n  ");
}
