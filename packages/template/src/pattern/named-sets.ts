// The sets of characters that have a name in a pattern: \d, \w, \s, their opposites, and the dot.
import { type CharRange, type CharSet, complementOf, setFromRanges } from "./char-set.ts";

const DIGITS: CharSet = rangesOf("09");

/** Letters of words, at whose edges \b matches. */
export const WORD: CharSet = rangesOf("09", "AZ", "az", "__");

/** White space and line ends, the same as in RegExp. */
const SPACE: CharSet = rangesOf(
  "\t\r",
  "  ",
  "\u00a0\u00a0",
  "\u1680\u1680",
  "\u2000\u200a",
  "\u2028\u2029",
  "\u202f\u202f",
  "\u205f\u205f",
  "\u3000\u3000",
  "\ufeff\ufeff",
);

export const NAMED_SETS: ReadonlyMap<string, CharSet> = new Map([
  ["d", DIGITS],
  ["D", complementOf(DIGITS)],
  ["w", WORD],
  ["W", complementOf(WORD)],
  ["s", SPACE],
  ["S", complementOf(SPACE)],
]);

/** The dot: all characters except line ends. */
export const ANY: CharSet = complementOf(rangesOf("\n\n", "\r\r", "\u2028\u2029"));

function rangesOf(...pairs: readonly string[]): CharSet {
  return setFromRanges(pairs.map((pair): CharRange => [pair.charCodeAt(0), pair.charCodeAt(1)]));
}
