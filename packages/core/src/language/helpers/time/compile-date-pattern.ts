// A pattern such as "YYYY-MM-DD [at] HH:mm" → a function that writes a date, or what is wrong with it.
import { DATE_TOKENS, type LocalTime } from "./date-tokens.ts";

export type DateFormat = (time: LocalTime) => string;

export type DatePattern =
  | { readonly format: DateFormat }
  | { readonly problem: string; readonly hint?: string };

/** A pattern may come from a payload, and a token writes up to nine characters for each of its own. */
const MAX_PATTERN_LENGTH = 200;

/** Text in brackets, a run of one letter, or anything else. */
const PIECE = /\[([^\]]*)\]|([A-Za-z])\2*|[^A-Za-z]/g;

export function compileDatePattern(pattern: string): DatePattern {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return { problem: `takes a pattern of at most ${MAX_PATTERN_LENGTH} characters` };
  }
  const writers: DateFormat[] = [];
  for (const [piece, bracketed, letter] of pattern.matchAll(PIECE)) {
    const token = DATE_TOKENS.get(piece);
    // "T" alone stands between date and time so often that it needs no brackets.
    if (token === undefined && letter !== undefined && piece !== "T") {
      const problem = `has "${piece}" in its pattern, which is no token`;
      return { problem, hint: hintToken(piece) };
    }
    writers.push(token ?? (() => bracketed ?? piece));
  }
  return { format: (time) => writers.map((write) => write(time)).join("") };
}

/** Other libraries write years and days in small letters, and some put a percent sign before each. */
function hintToken(piece: string): string {
  const text = `Write text in brackets: "[${piece}]".`;
  const meant = [piece.toUpperCase(), piece.toLowerCase()].find((one) => DATE_TOKENS.has(one));
  if (meant !== undefined) return `The token is "${meant}". ${text}`;
  return `${text} Tokens are YYYY, MM, DD, HH, mm, ss and others.`;
}
