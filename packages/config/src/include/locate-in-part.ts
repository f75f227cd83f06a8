// A problem and its path in an included file → the problem with its position there, and its path in the config.
import type { ConfigPath, Problem } from "@hookwright/core";
import { locateProblems } from "../hooks/locate-problems.ts";
import type { IncludedValue } from "../load-result.ts";

/** `at` is the path within the file; the path of the problem stays that of the config. */
export function locateInPart(
  problem: Problem,
  document: IncludedValue["document"],
  at: ConfigPath,
): Problem {
  const [located = problem] = locateProblems([{ ...problem, path: at }], document);
  return { ...located, path: problem.path, file: document.filename };
}
