// Problems of a config and its document → the same problems with line and column.
import type { Problem } from "@hookwright/core";
import type { ConfigDocument } from "../load-result.ts";

/**
 * Adds the position of the value that a problem is about, and the file if the config includes it. An unknown key gets the position of the key; a
 * missing value gets the position of its nearest parent.
 */
export function locateProblems(
  problems: readonly Problem[],
  document: Pick<ConfigDocument, "locate" | "includedAt">,
): readonly Problem[] {
  return problems.map((problem) => {
    const part = problem.code === "unknown_key" ? "key" : "value";
    const included = document.includedAt?.(problem.path);
    if (included === undefined)
      return { ...problem, position: document.locate(problem.path, part) };
    const { document: own, path } = included;
    return { ...problem, position: own.locate(path, part), file: own.filename };
  });
}
