// A JSON Logic rule as written → a condition, or everything that is wrong with the rule.
import jsonLogic from "json-logic-js";
import type { ConfigPath } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { compileNode } from "./compile-node.ts";
import type { Condition, Evaluator } from "./condition.ts";
import type { RuleState } from "./rule-state.ts";
import { MOST_WORK } from "./spend-work.ts";

export interface ConditionCompilation {
  readonly condition: Condition;
  readonly problems: readonly Problem[];
}

export function compileCondition(rule: unknown, path: ConfigPath): ConditionCompilation {
  const problems: Problem[] = [];
  const state: RuleState = {
    rulePath: [],
    configPath: path,
    scope: "event",
    report: (problem) => {
      problems.push(problem);
    },
  };
  return { condition: createCondition(compileNode(rule, state)), problems };
}

function createCondition(evaluate: Evaluator): Condition {
  return {
    holds(subject, trace) {
      try {
        return jsonLogic.truthy(evaluate({ data: subject, work: { left: MOST_WORK }, trace }));
      } catch {
        return undefined;
      }
    },
  };
}
