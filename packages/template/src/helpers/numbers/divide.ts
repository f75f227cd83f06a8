// {{divide a b}}: the quotient of two numbers.
import type { ValueHelper } from "../../render/helper.ts";
import { divideExact, exactFromValue, valueFromExact } from "./exact-number.ts";

/**
 * `{{divide a b}}`: the first number divided by the second.
 *
 * The result has at most 20 digits after the point; `round` and `number` shorten it. A division by
 * zero, or by a value that is not a number, renders as an empty string.
 *
 * @example
 * {"ms": 90500, "files": 3, "none": 0}
 * {{divide ms 1000}} {{round (divide 100 files) digits=1}}{{divide files none}}
 * → 90.5 33.3
 */
export const divideHelper: ValueHelper = {
  kind: "value",
  name: "divide",
  arity: [2, 2],
  hash: [],
  call: ([left, right], _hash, frame) => {
    const dividend = exactFromValue(left, frame);
    const divisor = exactFromValue(right, frame);
    if (dividend === undefined || divisor === undefined) return "";
    const quotient = divideExact(dividend, divisor);
    return quotient === undefined ? "" : valueFromExact(quotient);
  },
};
