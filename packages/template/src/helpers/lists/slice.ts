// {{slice list start end}}: a piece of a list or text.
import type { HelperCall, ValueHelper } from "../../render/helper.ts";
import { countsAreWhole, wholeNumberFromValue } from "../arguments/whole-number.ts";
import { cut } from "./cut.ts";

const slice: HelperCall = ([value, start, end], _hash, frame) =>
  cut(value, { start: wholeNumberFromValue(start) ?? 0, end: wholeNumberFromValue(end) }, frame);

/**
 * `{{slice list start end}}`: the piece of a list or text from index `start` up to, but not including,
 * index `end`.
 *
 * Indexes count from 0, negative ones from the end; without `end` the piece goes to the end. The
 * indexes of a text count characters, that is, Unicode code points.
 *
 * @example
 * {"labels": ["a", "b", "c", "d"], "id": "ORD-2026-0042"}
 * {{slice labels 1 3}} {{slice labels -1}} {{slice id 4 8}}
 * → ["b","c"] ["d"] 2026
 */
export const sliceHelper: ValueHelper = {
  kind: "value",
  name: "slice",
  arity: [2, 3],
  hash: [],
  call: slice,
  prepare: countsAreWhole(slice),
};
