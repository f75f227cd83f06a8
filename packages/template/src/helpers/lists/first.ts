// {{first list count}}: the first element, or the first `count` elements.
import type { HelperCall, ValueHelper } from "../../render/helper.ts";
import { countsAreWhole, wholeNumberFromValue } from "../arguments/whole-number.ts";
import { cut, cutOne } from "./cut.ts";

const first: HelperCall = (args, _hash, frame) => {
  const [value, count] = args;
  if (args.length === 1) return cutOne(value, { start: 0, end: 1 }, frame);
  return cut(value, { start: 0, end: Math.max(wholeNumberFromValue(count) ?? 0, 0) }, frame);
};

/**
 * `{{first list count}}`: the first element of a list, or the first character of a text.
 *
 * With a count: the list of the first `count` elements, or the first `count` characters. A count that
 * is not a number means 0.
 *
 * @example
 * {"messages": [{"from": "Ann"}, {"from": "Bob"}, {"from": "Cem"}]}
 * {{lookup (first messages) "from"}}; {{#each (first messages 2)}}{{from}} {{/each}}
 * → Ann; Ann Bob
 *
 * @example
 * {"sha": "5c2e1f09ab"}
 * {{first sha 7}}
 * → 5c2e1f0
 */
export const firstHelper: ValueHelper = {
  kind: "value",
  name: "first",
  arity: [1, 2],
  hash: [],
  call: first,
  prepare: countsAreWhole(first, 0),
};
