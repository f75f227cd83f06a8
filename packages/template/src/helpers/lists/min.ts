// {{min list by="a.b"}}: the smallest value of a list.
import type { ValueHelper } from "../../render/helper.ts";
import { findExtreme } from "./find-extreme.ts";

/**
 * `{{min list by="a.b"}}`: the smallest of the elements, or of their values at a path; or the smallest
 * of two or more arguments.
 *
 * The order is that of `sort`: numbers come before texts. Empty values are left out; without others it
 * renders as an empty string. It gives the value, not the element; for the element write
 * `(first (sort list by="a.b"))`.
 *
 * @example
 * {"offers": [{"price": 12}, {"price": "9.5"}, {"price": null}], "wanted": 20}
 * {{min offers by="price"}} {{min wanted 15}}
 * → 9.5 15
 */
export const minHelper: ValueHelper = {
  kind: "value",
  name: "min",
  arity: [1, Number.POSITIVE_INFINITY],
  hash: ["by"],
  call: (args, hash, frame) => findExtreme(args, hash, { frame, sign: 1 }),
};
