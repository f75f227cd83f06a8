// {{matches text "pattern"}}: whether a pattern occurs in a text, in time linear in the text.

import { compilePattern, type Pattern } from "../../pattern/compile-pattern.ts";
import { COST } from "../../render/budget.ts";
import type { HelperCall, ValueHelper } from "../../render/helper.ts";
import { preparePattern } from "../arguments/prepare-pattern.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";

/**
 * `{{matches text "pattern" ignoreCase=true}}`: whether the pattern occurs anywhere in the text.
 *
 * The pattern is a regular expression that the template contains; it is not read from the event. It
 * may consist of characters, `.`, classes such as `[a-z]` and `[^,]`, `\d \w \s \b` and their
 * opposites, `^` and `$` for start and end of the text, groups, `|`, and `* + ? {n} {n,} {n,m}`.
 * Back references and look-around are not supported, so that the time is proportional to the text.
 *
 * @example
 * {"ref": "refs/tags/v1.20.3", "title": "WIP: new parser"}
 * {{#if (matches ref "^refs/tags/v\d+\.\d+\.\d+$")}}release{{/if}} {{matches title "^(wip|draft)\b" ignoreCase=true}}
 * → release true
 */
export const matchesHelper: ValueHelper = {
  kind: "value",
  name: "matches",
  arity: [2, 2],
  hash: ["ignoreCase"],
  // Never called: `prepare` refuses a call without a literal pattern and replaces every other.
  call: () => false,
  prepare: preparePattern({ compile: compilePattern, createCall }),
};

function createCall(occursIn: Pattern): HelperCall {
  return ([value], _hash, frame) => {
    const text = textFromArgument(value, frame);
    frame.budget.spend(text.length * 2 * COST.codedCharacters);
    return occursIn(text, (steps) => frame.budget.spend(steps * COST.patternSteps));
  };
}
