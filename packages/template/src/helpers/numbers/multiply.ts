// {{multiply a b}}: the product of two numbers.
import type { ValueHelper } from "../../render/helper.ts";
import { exactFromValue, multiplyExact, valueFromExact } from "./exact-number.ts";

/**
 * `{{multiply a b}}`: the product of two numbers.
 *
 * It calculates as `add` does. Where one of the values is not a number, it renders as an empty string.
 *
 * @example
 * {"quantity": 3, "price": "1.10"}
 * {{multiply quantity price}}
 * → 3.3
 */
export const multiplyHelper: ValueHelper = {
  kind: "value",
  name: "multiply",
  arity: [2, 2],
  hash: [],
  call: ([left, right], _hash, frame) => {
    const first = exactFromValue(left, frame);
    const second = exactFromValue(right, frame);
    if (first === undefined || second === undefined) return "";
    return valueFromExact(multiplyExact(first, second));
  },
};
