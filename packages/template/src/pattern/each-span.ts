// A text and the search for a pattern in it → all matches, from left to right, which do not overlap.
import type { Span } from "./find-span.ts";

/** As RegExp does, an empty match moves on by one character. */
export function* eachSpan(
  text: string,
  find: (from: number) => Span | undefined,
): Generator<Span, void> {
  for (let from = 0; from <= text.length; ) {
    const span = find(from);
    if (span === undefined) return;
    yield span;
    from = span.end > span.start ? span.end : behind(text, span.end);
  }
}

function behind(text: string, at: number): number {
  const code = text.codePointAt(at);
  return at + (code !== undefined && code > 0xffff ? 2 : 1);
}
