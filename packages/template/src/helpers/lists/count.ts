// {{count list by="state" eq="open"}}: how many elements a comparison selects.
import type { HelperCall, ValueHelper } from "../../render/helper.ts";
import { listFromValue } from "../arguments/list-from-value.ts";
import { createSelector, requireSelector, SELECTOR_NAMES } from "./create-selector.ts";

const count: HelperCall = ([list], hash, frame) =>
  listFromValue(list).filter(createSelector(hash, frame)).length;

/**
 * `{{count list by="a.b" eq="x"}}`: the number of the elements that are selected, as `filter` selects.
 *
 * For the number of all elements write `length`.
 *
 * @example
 * {"jobs": [{"state": "ok"}, {"state": "failed"}, {"state": "ok"}]}
 * {{count jobs by="state" eq="ok"}} of {{length jobs}}{{#if (count jobs by="state" eq="failed")}}, not all green{{/if}}
 * → 2 of 3, not all green
 */
export const countHelper: ValueHelper = {
  kind: "value",
  name: "count",
  arity: [1, 1],
  hash: SELECTOR_NAMES,
  call: count,
  prepare: requireSelector(count),
};
