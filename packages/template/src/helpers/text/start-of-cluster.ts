// A text and an offset → the nearest offset at or before it where a visible character starts.
import { widthAt } from "./code-points.ts";

/** Accents, variation selectors, skin tones and tags: they modify the character before them. */
const FOLLOWS =
  /^(?:\u200d|[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}])/u;

/** Longer than any emoji. The bound cuts a text that consists of accents. */
const MAX_CLUSTER_LENGTH = 32;

/** Uses fixed ranges, because the Unicode tables of runtimes differ by version. */
export function startOfCluster(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && continuesAt(text, at)) {
    at -= widthAt(text, at - 2);
    if (offset - at > MAX_CLUSTER_LENGTH) return offset;
  }
  return at;
}

/** A zero-width joiner ties the next character to the one before. */
function continuesAt(text: string, at: number): boolean {
  return text[at - 1] === "\u200d" || FOLLOWS.test(text.slice(at, at + 2));
}
