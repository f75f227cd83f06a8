// {{and a b}}: whether all values are true.
import type { ValueHelper } from "../../render/helper.ts";
import { isTruthy } from "../arguments/is-truthy.ts";

/**
 * `{{and a b}}`: the first value that is not true, or else the last one; more values may follow.
 *
 * As in `if`, a missing value, null, false, 0, "" and an empty list are not true.
 *
 * @example
 * {"draft": false, "approved": true, "by": "ann"}
 * {{#if (and approved (not draft))}}ready{{/if}}, {{and approved by}}
 * → ready, ann
 */
export const andHelper: ValueHelper = {
  kind: "value",
  name: "and",
  arity: [2, Number.POSITIVE_INFINITY],
  hash: [],
  call: (args) => args.find((value, index) => index === args.length - 1 || !isTruthy(value)),
};
