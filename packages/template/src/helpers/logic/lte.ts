// {{lte a b}}: whether a value is less than or equal to another.
import type { ValueHelper } from "../../render/helper.ts";
import { compareValues } from "./compare-values.ts";

/**
 * `{{lte a b}}`: whether the first value is less than or equal to the second.
 *
 * It compares as `lt` does. Where either is empty, the answer is false.
 *
 * @example
 * {"failures": 3}
 * {{lte failures 3}} {{lte missing 3}}
 * → true false
 */
export const lteHelper: ValueHelper = {
  kind: "value",
  name: "lte",
  arity: [2, 2],
  hash: [],
  call: (args, _hash, frame) => compareValues(args, frame) <= 0,
};
