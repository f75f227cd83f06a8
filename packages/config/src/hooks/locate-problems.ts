// Problems of a config and its document → the same problems with line and column.
import type { ConfigPath, Problem } from "@hookwright/core";
import type { ConfigDocument } from "../load-result.ts";
import { positionOf } from "../text/position.ts";

/**
 * Adds the range of the value that a problem is about, its position, and the file if the config includes it.
 * A wrong key gets the range of the key, a mistake in a template that of the mistake, and a missing value that
 * of its nearest parent.
 */
export function locateProblems(
  problems: readonly Problem[],
  document: Pick<ConfigDocument, "rangeOf" | "explain" | "includedAt">,
): readonly Problem[] {
  return problems.map((problem) => {
    const included = document.includedAt?.(problem.path);
    if (included === undefined) return locateIn(problem, problem.path, document);
    const { document: own, path } = included;
    return { ...locateIn(problem, path, own), file: own.filename };
  });
}

function locateIn(
  problem: Problem,
  path: ConfigPath,
  { rangeOf, explain }: Pick<ConfigDocument, "rangeOf" | "explain">,
): Problem {
  const part = OF_KEYS.has(problem.code) ? "key" : "value";
  const range = rangeOf(path, { part, within: problem.templateSpan });
  return { ...(explain?.(problem, range) ?? problem), position: positionOf(range), range };
}

/** For these codes the key is wrong, such as an operator or the name of a header. */
const OF_KEYS: ReadonlySet<string> = new Set([
  "unknown_key",
  "include_nested",
  "partial_duplicate",
  "match_header_name",
  "condition_operator_unknown",
  "condition_in_reversed",
  "condition_compares_text",
]);
