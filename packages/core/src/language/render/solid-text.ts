// A text → what there is to it beyond white space.

/** Characters that are no white space. */
export function solidLength(text: string): number {
  return text.replaceAll(/\s/g, "").length;
}

/** The literals of a template, counted. */
export interface Literals {
  readonly literalLength: number;
  readonly solidLength: number;
}

/** Whether a rendered text has more to it than the literals of its template and white space. */
export function hasSolidValue(text: string, { literalLength, solidLength }: Literals): boolean {
  if (text.length === literalLength) return false;
  let solid = 0;
  for (let index = 0; index < text.length; index++) {
    if (!isSpace(text, index)) solid += 1;
    // Nearly always at the first character of the first value: every event with a key comes here.
    if (solid > solidLength) return true;
  }
  return false;
}

function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code > 0x20 && code < 0x80) return false;
  return /\s/.test(text.charAt(index));
}
