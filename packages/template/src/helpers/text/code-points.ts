// A text → the number of its code points, or a piece of it. A surrogate pair is never cut in half.

export function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += widthAt(text, at)) count += 1;
  return count;
}

/** Like `slice` of a list: negative indexes count from the end. */
export function sliceCodePoints(text: string, start: number, end?: number): string {
  const from = offsetOf(text, start);
  return text.slice(from, end === undefined ? text.length : offsetOf(text, end));
}

/** The offset of a code point in code units; where there is none, the nearest end of the text. */
export function offsetOf(text: string, index: number): number {
  if (index < 0) return offsetFromEnd(text, -index);
  let at = 0;
  for (let left = index; left > 0 && at < text.length; left--) at += widthAt(text, at);
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
