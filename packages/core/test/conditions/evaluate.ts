// A rule and a payload → whether it holds, what it evaluates to, and what is wrong with it.
import { compileCondition } from "../../src/condition/compile-condition.ts";
import type { ConditionSubject } from "../../src/condition/condition.ts";
import type { Problem } from "../../src/model/problem.ts";

export function subjectOf(payload: unknown): ConditionSubject {
  return { payload, headers: { "x-event": "push" }, query: { q: "1" }, path: "ci" };
}

/** Throws where there is something wrong with the rule. */
export function holds(rule: unknown, payload: unknown = {}): boolean | undefined {
  const { condition, problems } = compileCondition(rule, []);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(" "));
  return condition.holds(subjectOf(payload));
}

/** The value of a rule that is an operation, as its trace reports it. */
export function evaluate(rule: object, payload: unknown = {}): unknown {
  const { condition } = compileCondition(rule, []);
  let value: unknown;
  condition.holds(subjectOf(payload), (step) => {
    value = step.value;
  });
  return value;
}

export function problemsOf(rule: unknown): readonly Problem[] {
  return compileCondition(rule, []).problems;
}
