// {{unique list by="a.b"}}: each element once.
import type { ValueHelper } from "../../render/helper.ts";
import { createPathReader } from "../arguments/create-path-reader.ts";
import { listFromValue } from "../arguments/list-from-value.ts";
import { createTextReader } from "../arguments/text-from-argument.ts";

/**
 * `{{unique list by="a.b"}}`: the elements without those that equal an earlier element, or have the
 * same value at a path.
 *
 * Two values are equal when they render the same text.
 *
 * @example
 * {"commits": [{"by": "ann", "id": 1}, {"by": "bob", "id": 2}, {"by": "ann", "id": 3}]}
 * {{join (unique (pluck commits "by"))}}; {{pluck (unique commits by="by") "id"}}
 * → ann, bob; [1,2]
 */
export const uniqueHelper: ValueHelper = {
  kind: "value",
  name: "unique",
  arity: [1, 1],
  hash: ["by"],
  call: ([list], { by }, frame) => {
    const read = createPathReader(by, frame);
    const textOf = createTextReader(frame);
    const seen = new Set<string>();
    return listFromValue(list).filter((element) => {
      const before = seen.size;
      return seen.add(textOf(read(element))).size > before;
    });
  },
};
