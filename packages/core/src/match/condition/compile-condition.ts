// A JSON Logic rule as written → a condition; all problems of the rule are reported.

import { COST, WorkLimitError } from "@hookwright/template/internal";
import jsonLogic from "json-logic-js";
import type { ConfigPath } from "../../base/index.ts";
import { createProblem } from "../../base/index.ts";
import { compileNode } from "./compile-node.ts";
import type { Condition, ElementCondition, Evaluator } from "./condition.ts";
import { countOperators } from "./operators.ts";
import { type RuleProblem, type RuleReport, type RuleState, ruleProblem } from "./rule-state.ts";

/** `configPath` is the path of the rule in the config. A wrong rule gives a condition that never holds. */
export function compileCondition(
  rule: unknown,
  configPath: ConfigPath,
  report: RuleReport,
): Condition {
  return compileRule(rule, { rulePath: [], configPath, scope: "event", report });
}

/** The same for a rule that chooses elements of a list, and can read `item` and `index`. */
export function compileElementCondition(
  rule: unknown,
  configPath: ConfigPath,
  report: RuleReport,
): ElementCondition {
  return compileRule(rule, { rulePath: [], configPath, scope: "item", report });
}

function compileRule(rule: unknown, state: RuleState): Condition {
  if (isRule(rule)) {
    return createCondition(compileNode(rule, state), countOperators(rule) * COST.operators);
  }
  state.report(refuseValue(rule, state.configPath));
  return NEVER;
}

const NEVER: Condition = { holds: () => false };

/**
 * In JSON Logic any other value is a constant: an expression of another language, written as text, would
 * hold for every event.
 */
function isRule(rule: unknown): boolean {
  if (typeof rule === "boolean") return true;
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return false;
  return Object.keys(rule).length > 0;
}

function refuseValue(value: unknown, path: ConfigPath): RuleProblem {
  const message = 'A condition must be an object with one operator, such as "==", or a boolean.';
  return ruleProblem(createProblem("wrong_type", path, message), { is: "no rule", value });
}

function createCondition(evaluate: Evaluator, cost: number): Condition {
  return {
    holds(subject, budget, trace) {
      budget.spend(cost);
      try {
        return jsonLogic.truthy(evaluate({ data: subject, budget, trace }));
      } catch (error) {
        if (error instanceof WorkLimitError) throw error;
        return undefined;
      }
    },
  };
}
