// A pattern such as "YYYY-MM-DD [at] HH:mm" → a function that writes a date, or what is wrong with it.
import { DATE_TOKENS, type LocalTime } from "./date-tokens.ts";

export type DateFormat = (time: LocalTime) => string;

type CompileDatePatternResult =
  | { readonly ok: true; readonly format: DateFormat }
  | { readonly ok: false; readonly problem: string; readonly hint?: string };

/** A pattern may come from a payload, and a token renders up to nine times its own length. */
const MAX_PATTERN_LENGTH = 200;

/** Text in brackets, a run of one letter, or anything else. */
const PIECE = /\[([^\]]*)\]|([A-Za-z])\2*|[^A-Za-z]/g;

export function compileDatePattern(pattern: string): CompileDatePatternResult {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return { ok: false, problem: `takes a pattern of at most ${MAX_PATTERN_LENGTH} characters` };
  }
  const writers: DateFormat[] = [];
  for (const [piece, bracketed, letter] of pattern.matchAll(PIECE)) {
    const token = DATE_TOKENS.get(piece);
    // ISO 8601 writes a "T" between date and time: a single one needs no brackets.
    if (token === undefined && letter !== undefined && piece !== "T") {
      const problem = `has "${piece}" in its pattern, which is not a token`;
      return { ok: false, problem, hint: hintToken(piece) };
    }
    writers.push(token ?? (() => bracketed ?? piece));
  }
  return { ok: true, format: (time) => writers.map((write) => write(time)).join("") };
}

/** Authors know the tokens of other libraries, such as `yyyy` and `dd`. */
function hintToken(piece: string): string {
  const text = `Write text in brackets: "[${piece}]".`;
  const meant = [piece.toUpperCase(), piece.toLowerCase()].find((one) => DATE_TOKENS.has(one));
  if (meant !== undefined) return `The token is "${meant}". ${text}`;
  return `${text} Tokens are YYYY, MM, DD, HH, mm, ss and others.`;
}
