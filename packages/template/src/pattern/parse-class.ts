// A class in brackets, "[a-z_]" or "[^…]" → the set of its characters.
import { type CharRange, type CharSet, complementOf, setFromRanges } from "./char-set.ts";
import { type Escape, parseEscape } from "./parse-escape.ts";
import { errorAt } from "./pattern-error.ts";
import { type PatternReader, setFromCodes } from "./pattern-reader.ts";

const BACKSPACE = 8;

/** Starts behind the opening bracket. */
export function parseClass(reader: PatternReader): CharSet {
  const at = reader.at - 1;
  const isNegated = reader.takes("^");
  const ranges: CharRange[] = [];
  while (!reader.takes("]")) {
    if (reader.isAtEnd) throw errorAt('a "[" that is never closed', at, 'Add "]", or write "\\[".');
    ranges.push(...parseRange(reader));
  }
  if (ranges.length === 0) throw errorAt("an empty class", at, "Write its characters, or \\[\\].");
  const set = setFromRanges(ranges);
  return isNegated ? complementOf(set) : set;
}

function parseRange(reader: PatternReader): CharSet {
  const { at } = reader;
  const first = parseMember(reader);
  // A hyphen next to one of the brackets is a character.
  if (!/-[^\]]/y.test(reader.pattern.slice(reader.at, reader.at + 2))) {
    return "set" in first ? first.set : setFromCodes(reader, first.code, first.code);
  }
  reader.takes("-");
  const last = parseMember(reader);
  if (!("code" in first && "code" in last)) {
    throw errorAt("a range that does not lead from character to character", at);
  }
  if (first.code > last.code) throw errorAt("a range that runs backwards", at);
  return setFromCodes(reader, first.code, last.code);
}

function parseMember(reader: PatternReader): Escape {
  if (!reader.takes("\\")) return { code: reader.take().codePointAt(0) as number };
  return reader.takes("b") ? { code: BACKSPACE } : parseEscape(reader);
}
