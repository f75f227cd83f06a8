// The problem of a pattern and its position, as an error and as data.

export interface PatternProblem {
  /** The rest of a sentence that begins with the helper's name. */
  readonly problem: string;
  readonly hint?: string;
}

/** Thrown by the nested calls of the parser; `compilePattern` turns it into data. */
export class PatternError extends Error {
  readonly problem: string;
  readonly hint: string | undefined;

  constructor(problem: string, hint?: string) {
    super(problem);
    this.problem = problem;
    this.hint = hint;
  }
}

/** `at` is an offset from 0; the message counts characters from 1. */
export function errorAt(what: string, at: number, hint?: string): PatternError {
  return new PatternError(`has ${what} at character ${at + 1} of its pattern`, hint);
}

/** Rethrows every other error: it is a fault in this library. */
export function problemFromError(error: unknown): PatternProblem {
  if (!(error instanceof PatternError)) throw error;
  const { problem, hint } = error;
  return hint === undefined ? { problem } : { problem, hint };
}
