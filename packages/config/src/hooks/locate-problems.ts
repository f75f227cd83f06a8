// Problems of a config and its document → the same problems with line and column.
import type { FileRange, Problem } from "@hookwright/core";
import type { ConfigDocument } from "../load-result.ts";
import { positionOf } from "../text/position.ts";

/**
/**
 * Adds the range of the value that a problem is about, its position, and the file if the config includes it.
 * A wrong key gets the range of the key, a mistake in a template that of the mistake, and a missing value that
 * of its nearest parent.
 */
export function locateProblems(
  problems: readonly Problem[],
  document: Pick<ConfigDocument, "rangeOf" | "includedAt">,
): readonly Problem[] {
  return problems.map((problem) => {
    const part = OF_KEYS.has(problem.code) ? "key" : "value";
    const options = { part, within: problem.templateSpan } as const;
    const included = document.includedAt?.(problem.path);
    if (included === undefined) return { ...problem, ...placeOf(document.rangeOf(problem.path, options)) };
    const { document: own, path } = included;
    return { ...problem, ...placeOf(own.rangeOf(path, options)), file: own.filename };
  });
}

function placeOf(range: FileRange): Pick<Problem, "position" | "range"> {
  return { position: positionOf(range), range };
}

/** What is wrong with these is the key, such as an operator or the name of a header. */
const OF_KEYS: ReadonlySet<string> = new Set([
  "unknown_key",
  "match_header_name",
  "condition_operator_unknown",
  "condition_in_reversed",
  "condition_compares_text",
]);
