import { describe, expect, it } from "vitest";
import { eventBudget } from "../../../../template/test/event-budget.ts";
import { evaluate, holds, subjectOf } from "../../../test/conditions/evaluate.ts";
import { withProblems } from "../../../test/reporting.ts";
import { compileCondition } from "./compile-condition.ts";

const yes = { "!!": [1] };
const no = { "!!": [0] };

describe("compileLazy()", () => {
  it.each([
    [{ and: [1, "a", []] }, []],
    [{ and: [1, 0, 2] }, 0],
    [{ and: [1, 2] }, 2],
    [{ or: [0, "", "a"] }, "a"],
    [{ or: [0, ""] }, ""],
    [{ or: [[], 3] }, 3],
    [{ if: [yes, "a"] }, "a"],
    [{ if: [no, "a"] }, null],
    [{ if: [no, "a", "b"] }, "b"],
    [{ if: [no, "a", yes, "b", "c"] }, "b"],
    [{ if: [no, "a", no, "b", "c"] }, "c"],
    [{ if: [no, "a", no, "b"] }, null],
    [{ "?:": [no, "a", "b"] }, "b"],
  ])("evaluates %j", (rule, value) => {
    expect(evaluate(rule)).toEqual(value);
  });

  const late = { "==": [{ var: "now" }, ""] };

  it.each([
    [{ and: [no, late] }],
    [{ or: [yes, late] }],
    [{ if: [yes, 1, late, 1] }],
    [{ if: [no, late, 1] }],
  ])("evaluates no more than it needs: %j", (rule) => {
    const { result: condition } = withProblems((report) => compileCondition(rule, [], report));
    const now = () => expect.unreachable("the time was read");
    condition.holds({ ...subjectOf({}), now }, eventBudget());
  });

  it("has the value of a single argument", () => {
    expect(holds({ and: { var: "payload.a" } }, { a: 1 })).toBe(true);
  });
});
