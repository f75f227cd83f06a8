// Problems as the phases of a compile find them → one list of them.
import type { Problem } from "../model/problem.ts";

/** Takes a problem when it is found. Every phase of a compile tells its problems to one of these. */
export type Report = (problem: Problem) => void;

export interface ProblemList {
  readonly report: Report;
  /** In the order in which they were reported. */
  readonly problems: readonly Problem[];
}

export function createProblemList(): ProblemList {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  return {
    problems,
    report(problem) {
      const { code, path, templatePosition } = problem;
      // A mistake in a partial shows in every template that uses the partial, and is one mistake.
      if (templatePosition !== undefined) {
        const key = JSON.stringify([code, path, templatePosition]);
        if (seen.has(key)) return;
        seen.add(key);
      }
      problems.push(problem);
    },
  };
}
