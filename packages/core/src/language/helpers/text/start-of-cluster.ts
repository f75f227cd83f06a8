// A text and a place in it → the nearest place at or before it where what is seen as one character starts.
import { widthAt } from "./code-points.ts";

/** Accents, variation selectors, skin tones and tags: they change the look of what stands before them. */
const FOLLOWS =
  /^(?:\u200d|[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}])/u;

/** Longer than any emoji; a text of nothing but accents is cut somewhere. */
const MAX_CLUSTER_LENGTH = 32;

/** Ranges that are written down, because the Unicode tables of runtimes differ by version. */
export function startOfCluster(text: string, place: number): number {
  let at = place;
  while (at > 0 && continuesAt(text, at)) {
    at -= widthAt(text, at - 2);
    if (place - at > MAX_CLUSTER_LENGTH) return place;
  }
  return at;
}

/** A zero-width joiner ties what follows it to what stands before it. */
function continuesAt(text: string, at: number): boolean {
  return text[at - 1] === "\u200d" || FOLLOWS.test(text.slice(at, at + 2));
}
