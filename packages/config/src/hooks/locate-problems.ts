// Problems of a config and the document that it came from → the same problems with line and column.
import type { Problem } from "@hookwright/core";
import type { ConfigDocument } from "../load-result.ts";

/**
 * Adds the position of the value that a problem is about: of its key for a key that should not be
 * there, of the nearest parent for a value that is missing.
 */
export function locateProblems(
  problems: readonly Problem[],
  document: Pick<ConfigDocument, "locate">,
): readonly Problem[] {
  return problems.map((problem) => {
    const part = problem.code === "unknown_key" ? "key" : "value";
    return { ...problem, position: document.locate(problem.path, part) };
  });
}
