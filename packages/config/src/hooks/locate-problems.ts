// Problems of a config and its document → the same problems with line and column.
import type { Problem } from "@hookwright/core";
import type { ConfigDocument } from "../load-result.ts";
import { positionOf } from "../text/position.ts";

/**
 * Adds the range of the value that a problem is about, and its position. An unknown key gets the range of the key, a
 * mistake in a template that of the mistake, and a missing value that of its nearest parent.
 */
export function locateProblems(
  problems: readonly Problem[],
  { rangeOf, explain }: Pick<ConfigDocument, "rangeOf" | "explain">,
): readonly Problem[] {
  return problems.map((problem) => {
    const part = problem.code === "unknown_key" ? "key" : "value";
    const range = rangeOf(problem.path, { part, within: problem.templateSpan });
    return { ...(explain?.(problem, range) ?? problem), position: positionOf(range), range };
  });
}
