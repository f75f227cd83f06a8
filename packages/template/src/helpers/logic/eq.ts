// {{eq a b}}: whether two values are equal.
import type { ValueHelper } from "../../render/helper.ts";
import { areEqual } from "./are-equal.ts";

/**
 * `{{eq a b}}`: whether two values are equal, that is, render the same text.
 *
 * So the number 5 equals the text "5", and a missing value equals "".
 *
 * @example
 * {"action": "opened", "number": 5}
 * {{#if (eq action "opened")}}new{{/if}} {{eq number "5"}} {{eq missing ""}}
 * → new true true
 */
export const eqHelper: ValueHelper = {
  kind: "value",
  name: "eq",
  arity: [2, 2],
  hash: [],
  call: (args, _hash, frame) => areEqual(args, frame),
};
