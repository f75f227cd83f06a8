// The tree of a rule → a condition that an event is asked.

import { COST, WorkLimitError } from "@hookwright/template/runtime";
import jsonLogic from "json-logic-js";
import { compileNode } from "./compile-node.ts";
import type { Condition, ElementCondition } from "./condition.ts";
import { countOperators, type RuleNode } from "./rule-node.ts";

/** Any part of a tree is a condition, too; the tree of a rule that reads `item` gives one of elements. */
export function conditionFromTree(tree: RuleNode): Condition & ElementCondition {
  const evaluate = compileNode(tree);
  const cost = countOperators(tree) * COST.operators;
  return {
    tree,
    holds(data, budget) {
      budget.spend(cost);
      try {
        return jsonLogic.truthy(evaluate({ data, budget }));
      } catch (error) {
        if (error instanceof WorkLimitError) throw error;
        return undefined;
      }
    },
  };
}
