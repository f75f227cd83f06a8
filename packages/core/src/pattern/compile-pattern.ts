// A pattern as written → a function that finds it in a text, or what is wrong with it.
import { createAlphabet } from "./alphabet.ts";
import { buildProgram } from "./build-program.ts";
import { findMatch, type Machine } from "./find-match.ts";
import { parsePattern } from "./parse-pattern.ts";
import { type PatternProblem, problemFromError } from "./pattern-error.ts";

/** Calls `spend` with the number of steps that it took; `spend` may throw. */
export type Pattern = (text: string, spend: (steps: number) => void) => boolean;

export type CompilePatternResult =
  | { readonly ok: true; readonly pattern: Pattern }
  | ({ readonly ok: false } & PatternProblem);

/** A longer pattern is a list of words, which belongs into a transform. */
const MAX_PATTERN_LENGTH = 1_000;

export function compilePattern(source: string, ignoresCase: boolean): CompilePatternResult {
  if (source.length > MAX_PATTERN_LENGTH) {
    return { ok: false, problem: `takes a pattern of at most ${MAX_PATTERN_LENGTH} characters` };
  }
  try {
    const machine = createMachine(source, ignoresCase);
    return { ok: true, pattern: (text, spend) => findMatch(machine, text, spend) };
  } catch (error) {
    return { ok: false, ...problemFromError(error) };
  }
}

function createMachine(source: string, ignoresCase: boolean): Machine {
  const program = buildProgram(parsePattern(source, ignoresCase));
  return { program, alphabet: createAlphabet(program, ignoresCase) };
}
