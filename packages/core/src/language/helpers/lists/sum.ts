// {{sum list by="a.b"}}: the sum of the elements.
import type { ValueHelper } from "../../render/helper.ts";
import { createPathReader } from "../arguments/create-path-reader.ts";
import { listFromValue } from "../arguments/list-from-value.ts";
import {
  addExact,
  type ExactNumber,
  exactFromValue,
  valueFromExact,
} from "../numbers/exact-number.ts";

const ZERO: ExactNumber = { units: 0n, scale: 0 };

/**
 * `{{sum list by="a.b"}}`: the sum of the elements, or of their values at a path.
 *
 * It calculates as `add` does. Values that are not numbers are left out; the sum of no values is 0.
 *
 * @example
 * {"items": [{"price": 0.1}, {"price": "0.2"}, {"price": null}], "hours": [2, 3.5]}
 * {{sum items by="price"}} {{sum hours}}
 * → 0.3 5.5
 */
export const sumHelper: ValueHelper = {
  kind: "value",
  name: "sum",
  arity: [1, 1],
  hash: ["by"],
  call: ([list], { by }, frame) => {
    const read = createPathReader(by, frame);
    let total = ZERO;
    for (const element of listFromValue(list)) {
      total = addExact(total, exactFromValue(read(element), frame) ?? ZERO);
    }
    return valueFromExact(total);
  },
};
