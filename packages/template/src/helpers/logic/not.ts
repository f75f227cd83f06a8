// {{not value}}: the opposite of a condition.
import type { ValueHelper } from "../../render/helper.ts";
import { isTruthy } from "../arguments/is-truthy.ts";

/**
 * `{{not value}}`: false for a value that is true in `if`, else true.
 *
 * @example
 * {"draft": false, "labels": []}
 * {{not draft}} {{not labels}} {{not "text"}}
 * → true true false
 */
export const notHelper: ValueHelper = {
  kind: "value",
  name: "not",
  arity: [1, 1],
  hash: [],
  call: ([value]) => !isTruthy(value),
};
