// Differential test: a compiled condition gives what json-logic-js gives, for rules that it accepts.
import fc from "fast-check";
import jsonLogic from "json-logic-js";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../../tools/test-support/runs.ts";
import { eventBudget } from "../../../../template/test/event-budget.ts";
import { jsonLogicRules, subjects } from "../../../test/conditions/generate-rule.ts";
import { withProblems } from "../../../test/reporting.ts";
import { compileCondition } from "./compile-condition.ts";
import { compileNode } from "./compile-node.ts";
import type { ConditionSubject } from "./condition.ts";
import type { RuleNode } from "./rule-node.ts";

const RUNS = runs(1500);

/** What cannot be evaluated is undecided, in ours; in theirs it throws. */
const FAILED = Symbol("failed");

describe("compileCondition() against json-logic-js", () => {
  it("gives the same values for generated rules and events", { timeout: 600_000 }, () => {
    let operations = 0;
    fc.assert(
      fc.property(jsonLogicRules, subjects, (rule, subject) => {
        const { result: condition, problems } = withProblems((report) =>
          compileCondition(rule, [], report),
        );
        // Rules over fixed values are worth a warning, and are evaluated all the same.
        expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
        const wanted = evaluateTheirs(rule, subject);
        const holds = condition.holds(subject, eventBudget());
        expect(holds).toBe(wanted === FAILED ? undefined : jsonLogic.truthy(wanted));
        expect(evaluateOurs(condition.tree, subject)).toEqual(wanted);
        if (isOperation(rule)) operations += 1;
      }),
      { numRuns: RUNS },
    );
    expect(operations).toBeGreaterThan(RUNS / 2);
  });
});

function evaluateOurs(tree: RuleNode, data: ConditionSubject): unknown {
  try {
    return compileNode(tree)({ data, budget: eventBudget() });
  } catch {
    return FAILED;
  }
}

function evaluateTheirs(rule: unknown, data: unknown): unknown {
  try {
    return jsonLogic.apply(rule, data);
  } catch {
    return FAILED;
  }
}

function isOperation(rule: unknown): boolean {
  return typeof rule === "object" && rule !== null && !Array.isArray(rule);
}
