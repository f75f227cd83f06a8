// An expectation → what it says something about, for coverage.
import type { ActionExpectation, Asserted, Expectation } from "./model.ts";
import { ACTION_KEYS, type ActionKey, templatesOf } from "./view-action.ts";

export function findAsserted(expectation: Expectation): Asserted {
  const { becomes, mapping, snapshot, actions = [] } = expectation;
  if (snapshot === true) return { matching: true, fields: "all" };
  const checked = [expectation, ...actions].flatMap(listChecked);
  const matching = becomes !== undefined || mapping !== undefined;
  return { matching, fields: new Set(checked.flatMap(templatesOf)) };
}

function listChecked(expected: Omit<ActionExpectation, "becomes">): readonly ActionKey[] {
  return ACTION_KEYS.filter((key) => expected[key] !== undefined);
}
