// Differential test: a compiled condition gives what json-logic-js gives, for rules that it accepts. The one
// difference on purpose, the order of decimals that are written as text, is taught to json-logic-js first.

import fc from "fast-check";
import jsonLogic from "json-logic-js";
import { beforeAll, describe, expect, it } from "vitest";
import { runs } from "../../../../../../tools/test-support/runs.ts";
import { eventBudget } from "../../../../../template/test/event-budget.ts";
import { compileCondition } from "../../../../test/conditions/compile-condition.ts";
import { jsonLogicRules, scalars, subjects } from "../../../../test/conditions/generate-rule.ts";
import { withProblems } from "../../../../test/reporting.ts";
import type { ConditionSubject } from "./compile-node.ts";
import { compileNode } from "./compile-node.ts";
import type { RuleNode } from "./rule-node.ts";

const RUNS = runs(1500);

/** What cannot be evaluated is undecided, in ours; in theirs it throws. */
const FAILED = Symbol("failed");

type Order = (left: unknown, right: unknown) => boolean;

const ORDERS: Readonly<Record<string, Order>> = {
  "<": (left, right) => (left as number) < (right as number),
  "<=": (left, right) => (left as number) <= (right as number),
  ">": (left, right) => (left as number) > (right as number),
  ">=": (left, right) => (left as number) >= (right as number),
};

beforeAll(() => {
  for (const [name, theirs] of Object.entries(ORDERS)) {
    const holdsFor: Order = (left, right) => {
      const units = areDecimals(left, right) ? [left, right].map(unitsOf) : undefined;
      if (units === undefined) return theirs(left, right);
      return theirs(units[0], units[1]);
    };
    jsonLogic.add_operation(name, (left, right, third) =>
      third === undefined ? holdsFor(left, right) : holdsFor(left, right) && holdsFor(right, third),
    );
  }
});

/** Two decimals, at least one of which is a text. */
function areDecimals(left: unknown, right: unknown): boolean {
  const isDecimal = (value: unknown) =>
    (typeof value === "string" || typeof value === "number") &&
    /^-?[0-9]+([.][0-9]+)?$/.test(`${value}`);
  const hasText = typeof left === "string" || typeof right === "string";
  return hasText && isDecimal(left) && isDecimal(right);
}

/** Whole numbers of 10 ** -20, for the short fractions here. */
function unitsOf(value: unknown): bigint {
  const [whole = "", fraction = ""] = `${value}`.split(".");
  return BigInt(whole + fraction.padEnd(20, "0"));
}

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

  it("orders any two or three values alike, once it compares decimals as such", () => {
    const values = fc.array(scalars, { minLength: 2, maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(ORDERS)), values, (operator, list) => {
        const rule = { [operator]: operator.startsWith("<") ? list : list.slice(0, 2) };
        const { result } = withProblems((report) => compileCondition(rule, [], report));
        expect(evaluateOurs(result.tree, EMPTY)).toEqual(evaluateTheirs(rule, EMPTY));
      }),
      { numRuns: RUNS },
    );
  });
});

const EMPTY: ConditionSubject = { payload: {}, headers: {}, query: {}, path: "", now: () => "" };

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
