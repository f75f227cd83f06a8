// {{or a b}}: whether one of the values is true.
import type { ValueHelper } from "../../render/helper.ts";
import { isTruthy } from "../arguments/is-truthy.ts";

/**
 * `{{or a b}}`: the first value that is true, or else the last one; more values may follow.
 *
 * The same values are true as in `if`. For a value that may be 0 or false, use `default`.
 *
 * @example
 * {"nickname": "", "login": "ann"}
 * {{or nickname login}} {{#if (or (eq login "bob") (eq login "ann"))}}known{{/if}}
 * → ann known
 */
export const orHelper: ValueHelper = {
  kind: "value",
  name: "or",
  arity: [2, Number.POSITIVE_INFINITY],
  hash: [],
  call: (args) => args.find((value, index) => index === args.length - 1 || isTruthy(value)),
};
