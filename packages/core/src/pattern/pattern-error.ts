// What is wrong with a pattern, and where.

export interface PatternProblem {
  /** The rest of a sentence that begins with the helper's name. */
  readonly problem: string;
  readonly hint?: string;
}

/** Thrown while a pattern is compiled, out of nested calls; `compilePattern` turns it into a value. */
export class PatternError extends Error {
  readonly problem: string;
  readonly hint: string | undefined;

  constructor(problem: string, hint?: string) {
    super(problem);
    this.problem = problem;
    this.hint = hint;
  }
}

/** `at`: an offset into the pattern; people count characters from 1. */
export function errorAt(what: string, at: number, hint?: string): PatternError {
  return new PatternError(`has ${what} at character ${at + 1} of its pattern`, hint);
}

/** Rethrows every other error: that would be a fault of ours. */
export function problemFromError(error: unknown): PatternProblem {
  if (!(error instanceof PatternError)) throw error;
  const { problem, hint } = error;
  return hint === undefined ? { problem } : { problem, hint };
}
