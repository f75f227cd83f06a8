// The problems of a config, however many → those that are told, and how many more there are.
import type { Problem } from "@hookwright/core";

/** Nobody reads more; a text with one mistake on each of its lines would make a report larger than itself. */
export const MAX_PROBLEMS = 100;

/** Part of every report, so that whoever mends the told ones knows that they are not all. */
export interface ToldProblems {
  /** At most 100. Where there are more, errors go before warnings, and warnings before hints. */
  readonly problems: readonly Problem[];
  /** How many more were found. Absent: none. */
  readonly furtherProblems?: number;
}

/** The told ones keep their order. `further` were left out before. */
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
