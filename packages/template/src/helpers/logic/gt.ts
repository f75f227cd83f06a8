// {{gt a b}}: whether a value is greater than another.
import type { ValueHelper } from "../../render/helper.ts";
import { compareValues } from "./compare-values.ts";

/**
 * `{{gt a b}}`: whether the first value is greater than the second.
 *
 * It compares as `lt` does. Where either is empty, the answer is false.
 *
 * @example
 * {"commits": [{}, {}, {}]}
 * {{#if (gt commits.length 2)}}a big push{{/if}}
 * → a big push
 */
export const gtHelper: ValueHelper = {
  kind: "value",
  name: "gt",
  arity: [2, 2],
  hash: [],
  call: (args, _hash, frame) => compareValues(args, frame) > 0,
};
