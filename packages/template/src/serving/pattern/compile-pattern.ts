// A pattern as written → a function that finds it in a text, or what is wrong with it.
import { createAlphabet } from "./alphabet.ts";
import { buildProgram } from "./build-program.ts";
import { findMatch, type Machine } from "./find-match.ts";
import { createSpanMachine, type PatternSpan, SpanFinder } from "./find-span.ts";
import { type PatternProblem, parsePattern, problemFromError } from "./parse-pattern.ts";

/** Calls `spend` with the number of steps that it took; `spend` may throw. */
export type Pattern = (text: string, spend: (steps: number) => void) => boolean;

export type CompilePatternResult<Compiled = Pattern> =
  | { readonly ok: true; readonly pattern: Compiled }
  | ({ readonly ok: false } & PatternProblem);

/** A text → a function that finds the first match at or behind an offset; `spend` as above. */
export type PatternSearch = (
  text: string,
  spend: (steps: number) => void,
) => (from: number) => PatternSpan | undefined;

/** A longer pattern is a list of words, which belongs into a transform. */
const MAX_PATTERN_LENGTH = 1_000;

/**
 * A regular expression as written → a function that says whether a text has a match, in time linear
 * in the text; or what is wrong with it.
 */
export function compilePattern(source: string, ignoresCase: boolean): CompilePatternResult {
  return compile(source, () => {
    const machine = createMachine(source, ignoresCase, false);
    return (text, spend) => findMatch(machine, text, spend);
  });
}

/** For those who ask where a pattern matches, which takes longer than whether it does. */
export function compileSearch(
  source: string,
  ignoresCase: boolean,
): CompilePatternResult<PatternSearch> {
  return compile(source, () => {
    const machine = createSpanMachine(createMachine(source, ignoresCase, true));
    return (text, spend) => {
      const finder = new SpanFinder(machine, text, spend);
      return (from) => finder.find(from);
    };
  });
}

function compile<Compiled>(source: string, create: () => Compiled): CompilePatternResult<Compiled> {
  if (source.length > MAX_PATTERN_LENGTH) {
    return { ok: false, problem: `takes a pattern of at most ${MAX_PATTERN_LENGTH} characters` };
  }
  try {
    return { ok: true, pattern: create() };
  } catch (error) {
    return { ok: false, ...problemFromError(error) };
  }
}

function createMachine(source: string, ignoresCase: boolean, captures: boolean): Machine {
  const program = buildProgram(parsePattern(source, ignoresCase), captures);
  return { program, alphabet: createAlphabet(program, ignoresCase) };
}
