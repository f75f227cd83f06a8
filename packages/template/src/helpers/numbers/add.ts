// {{add a b}}: the sum of numbers.
import type { ValueHelper } from "../../render/helper.ts";
import { addExact, exactFromValues, valueFromExact } from "./exact-number.ts";

/**
 * `{{add a b}}`: the sum of two or more numbers.
 *
 * Numbers are calculated in decimals: 0.1 and 0.2 are 0.3. Where one of the values is not a number, it
 * renders as an empty string; `(default value 0)` counts a missing value as 0.
 *
 * @example
 * {"net": 0.1, "tax": "0.2", "files": {"added": 3, "changed": 4}}
 * {{add net tax}} {{add files.added files.changed (default files.removed 0)}}
 * → 0.3 7
 */
export const addHelper: ValueHelper = {
  kind: "value",
  name: "add",
  arity: [2, Number.POSITIVE_INFINITY],
  hash: [],
  call: (args, _hash, frame) => {
    const numbers = exactFromValues(args, frame);
    return numbers === undefined ? "" : valueFromExact(numbers.reduce(addExact));
  },
};
