// {{subtract a b}}: the difference of two numbers.
import type { ValueHelper } from "../../render/helper.ts";
import { addExact, exactFromValue, negateExact, valueFromExact } from "./exact-number.ts";

/**
 * `{{subtract a b}}`: the first number without the second.
 *
 * It calculates as `add` does. Where one of the values is not a number, it renders as an empty string.
 *
 * @example
 * {"total": 19.99, "paid": "5", "limit": 10, "used": 10}
 * {{subtract total paid}} {{#if (subtract limit used)}}some left{{else}}none left{{/if}}
 * → 14.99 none left
 */
export const subtractHelper: ValueHelper = {
  kind: "value",
  name: "subtract",
  arity: [2, 2],
  hash: [],
  call: ([left, right], _hash, frame) => {
    const from = exactFromValue(left, frame);
    const taken = exactFromValue(right, frame);
    if (from === undefined || taken === undefined) return "";
    return valueFromExact(addExact(from, negateExact(taken)));
  },
};
