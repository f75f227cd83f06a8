// All problems of a config → those to report, and the number of the others.
import type { Problem } from "@hookwright/core";

/** Nobody reads more; a text with one mistake on each of its lines would make a report larger than itself. */
export const MAX_PROBLEMS = 100;

/** Part of every report, so that a reader knows that it is not complete. */
export interface ToldProblems {
  /** At most 100. If there are more, errors are preferred to warnings, and warnings to hints. */
  readonly problems: readonly Problem[];
  /** The number of problems that are left out. Absent: none. */
  readonly furtherProblems?: number;
}

/** The reported ones keep their order. `further` is the number of problems that were left out earlier. */
export function limitProblems(all: readonly Problem[], further = 0): ToldProblems {
  const problems = all.length > MAX_PROBLEMS ? chooseFirst(all) : all;
  const furtherProblems = further + all.length - problems.length;
  return furtherProblems === 0 ? { problems } : { problems, furtherProblems };
}

function chooseFirst(all: readonly Problem[]): readonly Problem[] {
  const chosen = new Set<Problem>();
  for (const wanted of ["error", "warning", "hint"] as const) {
    for (const problem of all) {
      if (chosen.size === MAX_PROBLEMS) break;
      if (problem.severity === wanted) chosen.add(problem);
    }
  }
  return all.filter((problem) => chosen.has(problem));
}

/** `90 more problems are not shown.` */
export function sayFurtherProblems(count: number): string {
  return count === 1 ? "1 more problem is not shown." : `${count} more problems are not shown.`;
}
