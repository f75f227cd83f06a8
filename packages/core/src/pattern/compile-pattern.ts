// A pattern as written → a function that finds it in a text, or what is wrong with it.
import { createAlphabet } from "./alphabet.ts";
import { buildProgram } from "./build-program.ts";
import { findMatch, type Machine } from "./find-match.ts";
import { parsePattern } from "./parse-pattern.ts";
import { type PatternProblem, problemFromError } from "./pattern-error.ts";

/** `spend` is told how many steps were taken, and may throw. */
export type Pattern = (text: string, spend: (steps: number) => void) => boolean;

export type PatternCompilation = { readonly pattern: Pattern } | PatternProblem;

/** Longer ones are lists of words, which belong into a transform. */
const MAX_PATTERN_LENGTH = 1_000;

export function compilePattern(source: string, ignoresCase: boolean): PatternCompilation {
  if (source.length > MAX_PATTERN_LENGTH) {
    return { problem: `takes a pattern of at most ${MAX_PATTERN_LENGTH} characters` };
  }
  try {
    const machine = createMachine(source, ignoresCase);
    return { pattern: (text, spend) => findMatch(machine, text, spend) };
  } catch (error) {
    return problemFromError(error);
  }
}

function createMachine(source: string, ignoresCase: boolean): Machine {
  const program = buildProgram(parsePattern(source, ignoresCase));
  return { program, alphabet: createAlphabet(program, ignoresCase) };
}
