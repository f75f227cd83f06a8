// {{in value list}}: whether a value is one of several.
import type { CallLiterals, HelperCall, PrepareResult, ValueHelper } from "../../render/helper.ts";
import { listFromValue } from "../arguments/list-from-value.ts";
import { hasElement } from "./are-equal.ts";

const isIn: HelperCall = ([value, ...others], _hash, frame) =>
  hasElement(others.length === 1 ? listFromValue(others[0]) : others, value, frame);

/**
 * `{{in value list}}`: whether a value is equal to an element of a list, or to one of two or more
 * further values.
 *
 * A field that is not a list has no elements.
 *
 * @example
 * {"action": "closed", "labels": ["bug", "urgent"]}
 * {{in action "opened" "closed"}} {{in "urgent" labels}} {{in "docs" labels}}
 * → true true false
 */
export const inHelper: ValueHelper = {
  kind: "value",
  name: "in",
  arity: [2, Number.POSITIVE_INFINITY],
  hash: [],
  call: isIn,
  prepare: checkList,
};

/** `{{in action "opened"}}` would be false for every event. */
function checkList({ args: [, list, ...others] }: CallLiterals): PrepareResult {
  if (list === undefined || others.length > 0) return { ok: true, call: isIn };
  return {
    ok: false,
    problem: "takes a list, or two or more values to choose from",
    hint: 'For one value write "eq".',
  };
}
