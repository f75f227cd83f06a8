// {{default value fallback}}: a fallback for a missing or empty value.

import type { ValueHelper } from "../../render/helper.ts";
import { textFromScalar } from "../../render/text-from-value.ts";

/**
 * `{{default value fallback}}`: the first value that does not render empty; more than one fallback
 * may follow.
 *
 * @example
 * {"user": {"login": "ann"}}
 * {{default user.name user.login "somebody"}}
 * → ann
 */
export const defaultHelper: ValueHelper = {
  kind: "value",
  name: "default",
  arity: [2, Number.POSITIVE_INFINITY],
  hash: [],
  call: (args) => args.find((value) => !rendersEmpty(value)),
};

/** An object or list never renders empty, so it is not converted to text. */
function rendersEmpty(value: unknown): boolean {
  return (typeof value !== "object" || value === null) && textFromScalar(value) === "";
}
