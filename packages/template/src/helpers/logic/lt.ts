// {{lt a b}}: whether a value is less than another.
import type { ValueHelper } from "../../render/helper.ts";
import { compareValues } from "./compare-values.ts";

/**
 * `{{lt a b}}`: whether the first value is less than the second.
 *
 * Two numbers are compared by size, also where they are written as text; other values by the code
 * units of their texts. Where either value is empty, the result is false.
 *
 * @example
 * {"free": 8, "limit": "10"}
 * {{lt free limit}} {{lt "b" "a"}} {{lt missing 5}}
 * → true false false
 */
export const ltHelper: ValueHelper = {
  kind: "value",
  name: "lt",
  arity: [2, 2],
  hash: [],
  call: (args, _hash, frame) => compareValues(args, frame) < 0,
};
