// {{filter list by="state" eq="open"}}: the elements that a comparison selects.
import type { HelperCall, ValueHelper } from "../../render/helper.ts";
import { listFromValue } from "../arguments/list-from-value.ts";
import { createSelector, requireSelector, SELECTOR_NAMES } from "./create-selector.ts";

const filter: HelperCall = ([list], hash, frame) =>
  listFromValue(list).filter(createSelector(hash, frame));

/**
 * `{{filter list by="a.b" eq="x"}}`: the list of the elements that are selected, by themselves or by
 * their values at a path.
 *
 * `eq ne lt lte gt gte in contains startsWith endsWith` compare as the helpers of these names do; of
 * several, all must be true. Without a comparison, `by="merged"` selects the elements whose value is
 * true as in `if`.
 *
 * @example
 * {"jobs": [{"name": "lint", "state": "ok"}, {"name": "test", "state": "failed"}, {"name": "docs", "state": "failed"}]}
 * {{join (pluck (filter jobs by="state" eq="failed") "name")}}
 * → test, docs
 *
 * @example
 * {"files": ["a.ts", "b.md", "c.ts"], "users": [{"name": "ann", "age": 34, "admin": true}, {"name": "bob", "age": 17}]}
 * {{join (filter files endsWith=".ts")}}; {{length (filter users by="age" gte=18 lt=65)}}; {{#each (filter users by="admin")}}{{name}}{{/each}}
 * → a.ts, c.ts; 1; ann
 */
export const filterHelper: ValueHelper = {
  kind: "value",
  name: "filter",
  arity: [1, 1],
  hash: SELECTOR_NAMES,
  call: filter,
  prepare: requireSelector(filter),
};
