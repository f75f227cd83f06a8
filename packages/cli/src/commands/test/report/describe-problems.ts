// A file that cannot be run → its problems, one line each.
import { sayFurtherProblems } from "@hookwright/config";
import type { UnusableFile } from "../run-files.ts";

export function describeProblems({ report }: UnusableFile): readonly string[] {
  const errors = report.problems.filter(({ severity }) => severity === "error");
  const { furtherProblems = 0 } = report;
  const rest = furtherProblems === 0 ? [] : [sayFurtherProblems(furtherProblems)];
  const lines = errors.map((problem) => {
    const { position } = problem;
    const at = position === undefined ? "" : `:${position.line}:${position.column}`;
    return `${report.filename}${at} ${problem.message}`;
  });
  return [...lines, ...rest];
}
