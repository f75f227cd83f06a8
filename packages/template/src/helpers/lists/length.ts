// {{length value}}: how many elements, characters or keys.
import { COST } from "../../render/budget.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { countCodePoints } from "../text/code-points.ts";

/**
 * `{{length value}}`: the number of elements of a list, of keys of an object, or of characters of a
 * text.
 *
 * Characters are Unicode code points. A missing value has length 0.
 *
 * @example
 * {"commits": [{}, {}], "files": {"a.ts": 1}, "title": "Hi 👋"}
 * {{length commits}} {{length files}} {{length title}} {{length missing}}
 * → 2 1 4 0
 */
export const lengthHelper: ValueHelper = {
  kind: "value",
  name: "length",
  arity: [1, 1],
  hash: [],
  call: ([value], _hash, frame) => {
    if (Array.isArray(value)) return value.length;
    if (typeof value !== "object" || value === null) {
      const text = textFromArgument(value, frame);
      frame.budget.spend(text.length * COST.codedCharacters);
      return countCodePoints(text);
    }
    const { length } = Object.keys(value);
    frame.budget.spend(length * COST.keys);
    return length;
  },
};
