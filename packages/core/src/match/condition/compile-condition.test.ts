import { describe, expect, it } from "vitest";
import { eventBudget } from "../../../../template/test/event-budget.ts";
import { holds, subjectOf } from "../../../test/conditions/evaluate.ts";
import { withProblems } from "../../../test/reporting.ts";
import { compileCondition } from "./compile-condition.ts";

describe("compileCondition()", () => {
  it.each([
    [true, true],
    [false, false],
    [{ "+": [1] }, true],
    [{ cat: ["0"] }, true],
    [{ merge: [[0]] }, true],
    [{ "+": [0] }, false],
    [{ cat: [] }, false],
    [{ merge: [] }, false],
  ])("holds where the result is true in the eyes of JSON Logic: %j", (rule, wanted) => {
    expect(holds(rule)).toBe(wanted);
  });

  it.each([["payload.action == 'opened'"], [""], [null], [1], [[]], [[{ var: "path" }]], [{}]])(
    "refuses what is no rule, and would be the same for every event: %j",
    (rule) => {
      const { result: condition, problems } = withProblems((report) =>
        compileCondition(rule, ["when"], report),
      );
      expect(problems).toEqual([
        {
          code: "wrong_type",
          severity: "error",
          path: ["when"],
          message: 'A condition must be an object with one operator, such as "==", or a boolean.',
          fault: { is: "no rule", value: rule },
        },
      ]);
      expect(condition.holds(subjectOf({}), eventBudget())).toBe(false);
    },
  );

  it("reports every problem of a rule, with the path into it", () => {
    const rule = {
      and: [
        { "==": [{ var: "action" }, "opened"] },
        { "!": [{ isin: [1, 2] }, 2] },
        { some: [{ var: "payload.list" }, { contains: [{ var: "" }, "x"] }] },
      ],
    };
    const path = ["hooks", "mappings", 0, "match", "when"];
    const { problems } = withProblems((report) => compileCondition(rule, path, report));
    expect(problems.map(({ code, path }) => [code, path.slice(5).join("/")])).toEqual([
      ["condition_variable", "and/0/==/0/var"],
      ["condition_arguments", "and/1/!"],
      ["condition_operator_unknown", "and/2/some/1/contains"],
    ]);
    expect(problems[0]?.path.slice(0, 5)).toEqual(["hooks", "mappings", 0, "match", "when"]);
    expect(problems.every(({ severity }) => severity === "error")).toBe(true);
  });

  it("does not hold for a wrong rule", () => {
    const { result: condition } = withProblems((report) =>
      compileCondition({ nope: 1 }, [], report),
    );
    expect(condition.holds(subjectOf({}), eventBudget())).toBe(false);
  });

  it("is undefined where the rule cannot be evaluated", () => {
    const rule = { "==": [{ var: "payload.a" }, "x"] };
    expect(holds(rule, { a: { toString: 1, valueOf: 2 } })).toBeUndefined();
  });
});
