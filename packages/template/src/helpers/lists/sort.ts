// {{sort list by="a.b"}}: the elements in order.
import { COST } from "../../render/budget.ts";
import type { ValueHelper } from "../../render/helper.ts";
import { createPathReader } from "../arguments/create-path-reader.ts";
import { isTruthy } from "../arguments/is-truthy.ts";
import { listFromValue } from "../arguments/list-from-value.ts";
import { createTextReader } from "../arguments/text-from-argument.ts";
import { compareKeys, keyFromValue } from "./sort-key.ts";

/**
 * `{{sort list by="a.b" descending=true}}`: the elements in order, by themselves or by their values at
 * a path.
 *
 * Numbers come first, by size, also those that are written as text; then texts, by their code units,
 * so that capital letters precede small ones. `descending=true` reverses this order. Empty elements
 * are always last. Equal elements keep their order.
 *
 * @example
 * {"jobs": [{"name": "test", "seconds": 90}, {"name": "lint", "seconds": 8}]}
 * {{#each (sort jobs by="seconds" descending=true)}}{{name}} {{/each}}
 * → test lint
 *
 * @example
 * {"versions": ["10", "9", "beta"]}
 * {{join (sort versions)}}
 * → 9, 10, beta
 */
export const sortHelper: ValueHelper = {
  kind: "value",
  name: "sort",
  arity: [1, 1],
  hash: ["by", "descending"],
  call: ([list], { by, descending }, frame) => {
    const read = createPathReader(by, frame);
    const textOf = createTextReader(frame);
    const items = listFromValue(list);
    frame.budget.spend(items.length * Math.ceil(Math.log2(items.length + 1)) * COST.sortSteps);
    const sign = isTruthy(descending) ? -1 : 1;
    return items
      .map((element) => ({ element, ...keyFromValue(read(element), textOf) }))
      .toSorted((left, right) => compareKeys(left, right, sign))
      .map(({ element }) => element);
  },
};
