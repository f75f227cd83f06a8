// {{max list by="a.b"}}: the largest value of a list.
import type { ValueHelper } from "../../render/helper.ts";
import { findExtreme } from "./find-extreme.ts";

/**
 * `{{max list by="a.b"}}`: the largest of the elements, or of their values at a path; or the largest
 * of two or more arguments.
 *
 * It compares as `min` does, so that the last of the dates in ISO 8601 is the largest.
 *
 * @example
 * {"runs": [{"at": "2026-01-02", "seconds": 8}, {"at": "2026-01-04", "seconds": 90}], "score": -3}
 * {{max runs by="seconds"}} {{max runs by="at"}} {{max score 0}}
 * → 90 2026-01-04 0
 */
export const maxHelper: ValueHelper = {
  kind: "value",
  name: "max",
  arity: [1, Number.POSITIVE_INFINITY],
  hash: ["by"],
  call: (args, hash, frame) => findExtreme(args, hash, { frame, sign: -1 }),
};
