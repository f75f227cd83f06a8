// A JSON Logic rule as written → a condition, or everything that is wrong with the rule.
import jsonLogic from "json-logic-js";
import type { ConfigPath } from "../model/mapping.ts";
import type { Problem } from "../model/problem.ts";
import { createProblem } from "../problem/problem.ts";
import { compileNode } from "./compile-node.ts";
import type { Condition, Evaluator } from "./condition.ts";
import type { RuleState } from "./rule-state.ts";
import { MOST_WORK } from "./spend-work.ts";

export interface ConditionCompilation {
  readonly condition: Condition;
  readonly problems: readonly Problem[];
}

export function compileCondition(rule: unknown, path: ConfigPath): ConditionCompilation {
  if (!isRule(rule)) return { condition: NEVER, problems: [refuseValue(path)] };
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

const NEVER: Condition = { holds: () => false };

/**
 * JSON Logic takes any other value for itself: an expression of another language, written as text,
 * would hold for every event.
 */
function isRule(rule: unknown): boolean {
  if (typeof rule === "boolean") return true;
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return false;
  return Object.keys(rule).length > 0;
}

function refuseValue(path: ConfigPath): Problem {
  const message = 'A condition must be an object with one operator, such as "==", or a boolean.';
  const hint = 'Write { "==": [{ "var": "payload.field" }, "text"] }.';
  return createProblem("wrong_type", path, message, { hint });
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
