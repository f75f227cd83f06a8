// {{default value fallback}}: something in place of what is missing or empty.
import { textFromValue } from "../../../data/text-from-value.ts";
import type { ValueHelper } from "../../render/helper.ts";

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

/** An object or list never does, whatever is in it: no need to write it down. */
function rendersEmpty(value: unknown): boolean {
  return (typeof value !== "object" || value === null) && textFromValue(value) === "";
}
