// {{extract text "pattern"}}: the part of a text that a pattern matches.

import { compileSearch, type PatternSearch } from "../../pattern/compile-pattern.ts";
import { eachSpan } from "../../pattern/each-span.ts";
import type { Span } from "../../pattern/find-span.ts";
import { COST } from "../../render/budget.ts";
import type { Frame } from "../../render/frame.ts";
import type { HelperCall, ValueHelper } from "../../render/helper.ts";
import { isTruthy } from "../arguments/is-truthy.ts";
import { preparePattern } from "../arguments/prepare-pattern.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";

/**
 * `{{extract text "pattern" ignoreCase=true all=true}}`: what the pattern matches first in the text, or
 * what its first group matches.
 *
 * With `all=true` it is the list of all matches. Without a match it renders as an empty string, or the
 * list is empty. Patterns are those of `matches`; `(?:…)` is a group that is not extracted, and `+?`
 * and `*?` match as little as possible.
 *
 * @example
 * {"title": "Fix ABC-12 and ABC-7", "from": "Ann <ann@example.org>"}
 * {{extract title "[A-Z]+-\d+"}}; {{join (extract title "[A-Z]+-\d+" all=true)}}; {{extract from "<(.+)>"}}
 * → ABC-12; ABC-12, ABC-7; ann@example.org
 */
export const extractHelper: ValueHelper = {
  kind: "value",
  name: "extract",
  arity: [2, 2],
  hash: ["ignoreCase", "all"],
  // Never called: `prepare` refuses a call without a literal pattern and replaces every other.
  call: () => "",
  prepare: preparePattern({ compile: compileSearch, createCall }),
};

function createCall(search: PatternSearch): HelperCall {
  return ([value], { all }, frame) => {
    const text = textFromArgument(value, frame);
    const find = search(text, (steps) => frame.budget.spend(steps * COST.searchSteps));
    if (isTruthy(all)) return extractAll(text, find, frame);
    const span = find(0);
    return span === undefined ? "" : extracted(text, span);
  };
}

function extractAll(text: string, find: ReturnType<PatternSearch>, { budget }: Frame): string[] {
  const parts: string[] = [];
  for (const span of eachSpan(text, find)) {
    budget.spend(COST.pieces);
    parts.push(extracted(text, span));
  }
  return parts;
}

/** The group of a pattern such as `a|(b)` may match nothing although the pattern does. */
function extracted(text: string, { start, end, group = [start, end] }: Span): string {
  return text.slice(...group);
}
