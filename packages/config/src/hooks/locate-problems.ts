// Problems of a config and its document → the same problems with line and column.
import type { Problem } from "@hookwright/core";
import type { ConfigDocument } from "../load-result.ts";

/**
 * Adds the position of the value that a problem is about, and the file if the config includes it. A wrong
 * key gets the position of the key; a missing value gets the position of its nearest parent.
 */
export function locateProblems(
  problems: readonly Problem[],
  document: Pick<ConfigDocument, "locate" | "includedAt">,
): readonly Problem[] {
  return problems.map((problem) => {
    const part = OF_KEYS.has(problem.code) ? "key" : "value";
    const included = document.includedAt?.(problem.path);
    if (included === undefined)
      return { ...problem, position: document.locate(problem.path, part) };
    const { document: own, path } = included;
    return { ...problem, position: own.locate(path, part), file: own.filename };
  });
}

/** What is wrong with these is the key, such as an operator or the name of a header. */
const OF_KEYS: ReadonlySet<string> = new Set([
  "unknown_key",
  "include_nested",
  "partial_duplicate",
  "match_header_name",
  "condition_operator_unknown",
  "condition_in_reversed",
  "condition_compares_text",
]);
