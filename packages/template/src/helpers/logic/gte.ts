// {{gte a b}}: whether a value is greater than or equal to another.
import type { ValueHelper } from "../../render/helper.ts";
import { compareValues } from "./compare-values.ts";

/**
 * `{{gte a b}}`: whether the first value is greater than or equal to the second.
 *
 * It compares as `lt` does. Where either is empty, the answer is false.
 *
 * @example
 * {"severity": "7.5"}
 * {{#if (gte severity 7)}}urgent{{/if}}
 * → urgent
 */
export const gteHelper: ValueHelper = {
  kind: "value",
  name: "gte",
  arity: [2, 2],
  hash: [],
  call: (args, _hash, frame) => compareValues(args, frame) >= 0,
};
