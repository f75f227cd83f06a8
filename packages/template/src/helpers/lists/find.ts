// {{find list by="state" eq="open"}}: the first element that a comparison selects.
import type { HelperCall, ValueHelper } from "../../render/helper.ts";
import { listFromValue } from "../arguments/list-from-value.ts";
import { createSelector, requireSelector, SELECTOR_NAMES } from "./create-selector.ts";

const find: HelperCall = ([list], hash, frame) =>
  listFromValue(list).find(createSelector(hash, frame));

/**
 * `{{find list by="a.b" eq="x"}}`: the first element that is selected, as `filter` selects.
 *
 * Without such an element it renders as an empty string.
 *
 * @example
 * {"headers": [{"name": "From", "value": "ann@example.org"}, {"name": "Subject", "value": "Hello"}]}
 * {{#with (find headers by="name" eq="Subject")}}{{value}}{{else}}no subject{{/with}}
 * → Hello
 */
export const findHelper: ValueHelper = {
  kind: "value",
  name: "find",
  arity: [1, 1],
  hash: SELECTOR_NAMES,
  call: find,
  prepare: requireSelector(find),
};
