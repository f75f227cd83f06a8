// {{contains whole value}}: whether a text, list or object contains a value.
import { costOfSearch, createTextFinder } from "../../render/create-text-finder.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { textFromArgument } from "../arguments/text-from-argument.ts";
import { hasElement } from "./are-equal.ts";

/**
 * `{{contains whole value}}`: whether a text contains a part, a list an equal element, or an object
 * a key.
 *
 * Letter case counts. Every text contains an empty part.
 *
 * @example
 * {"title": "Fix login", "labels": ["bug"], "files": {"a.ts": 3}}
 * {{contains title "login"}} {{contains labels "bug"}} {{contains files "b.ts"}}
 * → true true false
 */
export const containsHelper: ValueHelper = {
  kind: "value",
  name: "contains",
  arity: [2, 2],
  hash: [],
  call: ([whole, value], _hash, frame) => {
    if (Array.isArray(whole)) return hasElement(whole, value, frame);
    const part = textFromArgument(value, frame);
    if (typeof whole === "object" && whole !== null) return hasKey(whole, part);
    const text = textFromArgument(whole, frame);
    frame.budget.spend(costOfSearch(part, text));
    return createTextFinder(part)(text, 0) !== -1;
  },
};

/** As everywhere, `__proto__` never counts as a key. */
function hasKey(object: object, key: string): boolean {
  return key !== "__proto__" && Object.hasOwn(object, key);
}
