// {{sum list by="a.b" times="c"}}: the sum of the elements, or of their products.
import type { ValueHelper } from "../../render/helper.ts";
import { createPathReader } from "../arguments/create-path-reader.ts";
import { listFromValue } from "../arguments/list-from-value.ts";
import {
  addExact,
  type ExactNumber,
  exactFromValue,
  multiplyExact,
  valueFromExact,
} from "../numbers/exact-number.ts";

const ZERO: ExactNumber = { units: 0n, scale: 0 };
const ONE: ExactNumber = { units: 1n, scale: 0 };

/**
 * `{{sum list by="a.b" times="c"}}`: the sum of the elements, or of their values at a path.
 *
 * With `times` the value of each element is multiplied by its value at a second path, as prices are by
 * quantities. It calculates as `add` does. Values that are not numbers are left out, and so are products
 * of which one value is not a number; the sum of no values is 0.
 *
 * @example
 * {"items": [{"price": 0.1}, {"price": "0.2"}, {"price": null}], "hours": [2, 3.5]}
 * {{sum items by="price"}} {{sum hours}}
 * → 0.3 5.5
 *
 * @example
 * {"items": [{"price": "1.10", "quantity": 3}, {"price": 2, "quantity": 2}, {"price": 9}]}
 * {{sum items by="price" times="quantity"}}
 * → 7.3
 */
export const sumHelper: ValueHelper = {
  kind: "value",
  name: "sum",
  arity: [1, 1],
  hash: ["by", "times"],
  call: ([list], { by, times }, frame) => {
    const read = createPathReader(by, frame);
    const readFactor = times === undefined ? undefined : createPathReader(times, frame);
    let total = ZERO;
    for (const element of listFromValue(list)) {
      const value = exactFromValue(read(element), frame);
      const factor = readFactor === undefined ? ONE : exactFromValue(readFactor(element), frame);
      if (value === undefined || factor === undefined) continue;
      total = addExact(total, multiplyExact(value, factor));
    }
    return valueFromExact(total);
  },
};
