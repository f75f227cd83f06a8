// Text → its code points counted, or a piece of it; a surrogate pair is one and is never cut.

export function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += widthAt(text, at)) count += 1;
  return count;
}

/** As `slice` of a list: negative places count from the end. */
export function sliceCodePoints(text: string, start: number, end?: number): string {
  const from = offsetOf(text, start);
  return text.slice(from, end === undefined ? text.length : offsetOf(text, end));
}

/** Where the code point begins, in code units; the nearest end where there is none. */
export function offsetOf(text: string, place: number): number {
  if (place < 0) return offsetFromEnd(text, -place);
  let at = 0;
  for (let left = place; left > 0 && at < text.length; left--) at += widthAt(text, at);
  return at;
}

function offsetFromEnd(text: string, count: number): number {
  let at = text.length;
  for (let left = count; left > 0 && at > 0; left--) at -= widthAt(text, at - 2);
  return at;
}

export function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
