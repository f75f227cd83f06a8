// The problems of a template → the same; where one is syntax of another language, its hint is what to
// write here.
import type { HelperTable } from "../../serving/render/helper.ts";
import { positionFromOffset, type SourceProblem } from "../syntax/template-problem.ts";
import { type ForeignConstruct, findForeign } from "./find-foreign.ts";

interface RewriteSources {
  /** The text of a partial, or of the template itself. */
  readonly sourceOf: (partial: string | undefined) => string;
  readonly helpers: HelperTable;
}

export function hintRewrites(
  problems: readonly SourceProblem[],
  { sourceOf, helpers }: RewriteSources,
): readonly SourceProblem[] {
  const known = new Map<string, readonly ForeignConstruct[]>();
  const constructsOf = (source: string) => {
    const constructs = known.get(source) ?? findForeign(source, helpers);
    known.set(source, constructs);
    return constructs;
  };
  const reported = new Set<ForeignConstruct>();
  return problems.flatMap((problem) => {
    const source = sourceOf(problem.partial);
    const construct = constructsOf(source).find(
      ({ start, end, text }) =>
        text !== undefined && start <= problem.offset && problem.offset < end,
    );
    if (construct === undefined) return [problem];
    // A block whose tags are all written in another way is one mistake.
    if (reported.has(construct)) return [];
    reported.add(construct);
    return [rewriteProblem(problem, construct, source)];
  });
}

function rewriteProblem(
  problem: SourceProblem,
  { start, end, text = "", isGuess }: ForeignConstruct,
  source: string,
): SourceProblem {
  const hint = hintRewrite(text, isGuess);
  const edit = isGuess ? undefined : { start, end, text };
  const before = source.slice(start, problem.offset);
  if (!before.includes("}}") && !before.includes("%}")) return { ...problem, hint, edit };
  // A later tag of a block: "else" has no block around, because `{{if a}}` does not open one.
  const tag = before.slice(0, before.search(/[}%]\}/) + 2);
  const message = `"${tag}" is written as in another template language`;
  const position = positionFromOffset(source, start);
  return { ...problem, code: "template_syntax", message, hint, position, offset: start, edit };
}

/** Longer texts are in the edit alone. */
const MAX_HINT_LENGTH = 600;

/** A sentence that says what to write; `isGuess` if the result may differ. */
export function hintRewrite(text: string, isGuess = false): string {
  const shown = text.length <= MAX_HINT_LENGTH ? text : `${text.slice(0, MAX_HINT_LENGTH)}…`;
  return isGuess
    ? `The closest is "${shown}", which may render another text.`
    : `Write "${shown}".`;
}
