// {{last list count}}: the last element, or the last `count` elements.
import type { HelperCall, ValueHelper } from "../../render/helper.ts";
import { countsAreWhole, wholeNumberFromValue } from "../arguments/whole-number.ts";
import { cut, cutOne } from "./cut.ts";

const last: HelperCall = (args, _hash, frame) => {
  const [value, countValue] = args;
  if (args.length === 1) return cutOne(value, { start: -1 }, frame);
  const count = wholeNumberFromValue(countValue) ?? 0;
  return cut(value, count > 0 ? { start: -count } : { start: 0, end: 0 }, frame);
};

/**
 * `{{last list count}}`: the last element of a list, or the last character of a text.
 *
 * With a count: the list of the last `count` elements, or the last `count` characters. A count that is
 * not a number means 0.
 *
 * @example
 * {"attempts": ["10:00", "10:05", "10:15"]}
 * {{last attempts}}, and before: {{join (last attempts 2)}}
 * → 10:15, and before: 10:05, 10:15
 */
export const lastHelper: ValueHelper = {
  kind: "value",
  name: "last",
  arity: [1, 2],
  hash: [],
  call: last,
  prepare: countsAreWhole(last, 0),
};
