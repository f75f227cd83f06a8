// {{replaceMatch text "pattern" to}}: every part of a text that a pattern matches, replaced.

import { compileSearch, type PatternSearch } from "../../pattern/compile-pattern.ts";
import { eachSpan } from "../../pattern/each-span.ts";
import { COST } from "../../render/budget.ts";
import type { HelperCall, ValueHelper } from "../../render/helper.ts";
import { preparePattern } from "../arguments/prepare-pattern.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { checkRoom } from "../check-room.ts";

/**
 * `{{replaceMatch text "pattern" to ignoreCase=true}}`: the text with every match of the pattern
 * replaced by `to`.
 *
 * Patterns are those of `matches`. `to` is a literal text: `$1` has no meaning.
 *
 * @example
 * {"log": "\u001b[31mfailed\u001b[0m after 12 s", "title": "Fix   the    build"}
 * {{replaceMatch log "\x1b\[[0-9;]*m" ""}}; {{replaceMatch title " +" " "}}
 * → failed after 12 s; Fix the build
 */
export const replaceMatchHelper: ValueHelper = {
  kind: "value",
  name: "replaceMatch",
  arity: [3, 3],
  hash: ["ignoreCase"],
  // Never called: `prepare` refuses a call without a literal pattern and replaces every other.
  call: () => "",
  prepare: preparePattern({ compile: compileSearch, createCall }),
};

function createCall(search: PatternSearch): HelperCall {
  return ([value, , toValue], _hash, frame) => {
    const text = textFromArgument(value, frame);
    const to = textFromArgument(toValue, frame);
    const pieces: string[] = [];
    let kept = 0;
    let length = text.length;
    const find = search(text, (steps) => frame.budget.spend(steps * COST.searchSteps));
    for (const { start, end } of eachSpan(text, find)) {
      length += to.length - (end - start);
      frame.budget.spend(COST.pieces);
      checkRoom(length, frame);
      pieces.push(text.slice(kept, start), to);
      kept = end;
    }
    pieces.push(text.slice(kept));
    return pieces.join("");
  };
}
