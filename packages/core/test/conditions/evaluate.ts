// A rule and a payload → whether it holds, what it evaluates to, and what is wrong with it.

import type { Budget } from "../../../template/src/serving/render/budget.ts";
import { eventBudget } from "../../../template/test/event-budget.ts";
import { adviseRules } from "../../src/authoring/advice/advise-rule.ts";
import type { Problem } from "../../src/model/problem.ts";
import type { ConditionSubject } from "../../src/serving/match/condition/compile-node.ts";
import { compileNode } from "../../src/serving/match/condition/compile-node.ts";
import { now } from "../now.ts";
import { withProblems } from "../reporting.ts";
import { compileCondition } from "./compile-condition.ts";

const HEADERS = { "x-event": "push" };

export function subjectOf(
  payload: unknown,
  headers: ConditionSubject["headers"] = HEADERS,
): ConditionSubject {
  return { payload, headers, query: { q: "1" }, path: "ci", now };
}

const compile = (rule: unknown) =>
  withProblems((report) => compileCondition(rule, [], adviseRules(report)));

/** Throws if the rule has an error or the budget is spent. */
export function holds(
  rule: unknown,
  payload: unknown = {},
  budget: Budget = eventBudget(),
): boolean | undefined {
  const { result: condition, problems } = compile(rule);
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join(" "));
  return condition.holds(subjectOf(payload), budget);
}

/** The value of a rule. Throws where it cannot be evaluated. */
export function evaluate(
  rule: object,
  payload: unknown = {},
  headers?: ConditionSubject["headers"],
): unknown {
  const { tree } = compile(rule).result;
  return compileNode(tree)({ data: subjectOf(payload, headers), budget: eventBudget() });
}

export function problemsOf(rule: unknown): readonly Problem[] {
  return compile(rule).problems;
}
