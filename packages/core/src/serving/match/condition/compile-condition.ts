// A JSON Logic rule as written → a condition; all problems of the rule are reported.

import { COST, WorkLimitError } from "@hookwright/template/runtime";
import jsonLogic from "json-logic-js";
import type { ConfigPath } from "../../../base/index.ts";
import { compileNode } from "./compile-node.ts";
import type { Condition, ElementCondition } from "./condition.ts";
import { type RuleReport, readRule } from "./read-rule.ts";
import { countOperators, type RuleNode } from "./rule-node.ts";

/** `configPath` is the path of the rule in the config. A wrong rule gives a condition that never holds. */
export function compileCondition(
  rule: unknown,
  configPath: ConfigPath,
  report: RuleReport,
): Condition {
  return conditionFromTree(readRule(rule, { configPath, report }));
}

/** The same for a rule that chooses elements of a list, and can read `item` and `index`. */
export function compileElementCondition(
  rule: unknown,
  configPath: ConfigPath,
  report: RuleReport,
): ElementCondition {
  return conditionFromTree(readRule(rule, { scope: "item", configPath, report }));
}

/** Any part of a tree is a condition, too. */
export function conditionFromTree(tree: RuleNode): Condition {
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
