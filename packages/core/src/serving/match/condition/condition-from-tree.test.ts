import { describe, expect, it, test } from "vitest";
import { eventBudget, unitsOf } from "../../../../../template/test/event-budget.ts";
import { compileCondition } from "../../../../test/conditions/compile-condition.ts";
import { evaluate, holds, problemsOf, subjectOf } from "../../../../test/conditions/evaluate.ts";
import { withProblems } from "../../../../test/reporting.ts";
import { ruleToJson } from "../../../authoring/rules/operators.ts";
import { readRule } from "../../../authoring/rules/read-rule.ts";
import { countOperators } from "./rule-node.ts";

describe("compileCondition()", () => {
  it.each([
    [true, true],
    [false, false],
    [{ "+": [1] }, true],
    [{ cat: ["0"] }, true],
    [{ merge: [[0]] }, true],
    [{ "+": [0] }, false],
    [{ cat: [] }, false],
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

const list = { var: "payload.list" };
const above = (limit: number) => ({ ">": [{ var: "" }, limit] });

describe("compileScoped()", () => {
  it.each([
    [{ map: [list, { "*": [{ var: "" }, 2] }] }, [2, 4, 6]],
    [{ filter: [list, above(1)] }, [2, 3]],
    [{ all: [list, above(0)] }, true],
    [{ none: [list, above(3)] }, true],
    [{ some: [list, above(2)] }, true],
    [{ some: [list, above(3)] }, false],
    [{ reduce: [list, { "+": [{ var: "current" }, { var: "accumulator" }] }, 10] }, 16],
  ])("evaluates %j", (rule, value) => {
    expect(evaluate(rule, { list: [1, 2, 3] })).toEqual(value);
  });

  it.each([
    [{ map: [list, 1] }, []],
    [{ all: [list, 1] }, false],
    [{ none: [list, 1] }, true],
    [{ reduce: [list, 1] }, null],
  ])("takes what is no list for an empty one: %j", (rule, value) => {
    for (const other of [undefined, null, "text", { length: 2 }, []]) {
      expect(evaluate(rule, { list: other })).toEqual(value);
    }
  });

  it("reads fields of the element, and not of the event", () => {
    const payload = { list: [{ a: { b: 1 } }, { a: { b: 2 } }], path: "x" };
    expect(evaluate({ map: [list, { var: "a.b" }] }, payload)).toEqual([1, 2]);
    expect(evaluate({ map: [list, { var: "payload" }] }, payload)).toEqual([null, null]);
  });
});

test("compileScoped() charges find for the elements that it looks at", () => {
  const payload = { list: new Array(1_000).fill("x") };
  const cost = (wanted: string) =>
    unitsOf((budget) => holds({ find: [list, { "==": [{ var: "" }, wanted] }] }, payload, budget));
  expect(cost("y")).toBeGreaterThan(100 * cost("x"));
});

test("compileScoped() counts a list of any length at once", () => {
  const payload = { list: new Array(1_000_000).fill(0) };
  expect(evaluate({ count: list }, payload)).toBe(1_000_000);
});

test("compileScoped() refuses a field of find that is not fixed text", () => {
  expect(problemsOf({ find: [list, true, { var: "x" }] })).toMatchObject([
    { code: "condition_variable", path: ["find", 2] },
  ]);
});

test("compileVariable() refuses a name of exists that is neither text nor a rule", () => {
  expect(problemsOf({ exists: ["payload.a", true] })).toMatchObject([
    { code: "condition_variable", path: ["exists", 1] },
  ]);
  expect(problemsOf({ exists: [["payload.a"]] })).toMatchObject([{ path: ["exists", 0] }]);
  expect(problemsOf({ exists: "action" })).toMatchObject([
    { hint: expect.stringContaining('"payload.action"') },
  ]);
});

test("compileName() knows that a body is the payload", () => {
  expect(problemsOf({ var: "body.action" })).toMatchObject([{ hint: 'Write "payload.action".' }]);
  expect(evaluate({ map: [[1], { var: "body" }] })).toEqual([null]);
});

test("compileName() reads now as text", () => {
  expect(evaluate({ var: "now.length" })).toBe(24);
});

const yes = { "!!": [1] };
const no = { "!!": [0] };

describe("compileLazy()", () => {
  it.each([
    [{ and: [1, "a", []] }, []],
    [{ and: [1, 0, 2] }, 0],
    [{ and: [1, 2] }, 2],
    [{ or: [0, "", "a"] }, "a"],
    [{ or: [0, ""] }, ""],
    [{ if: [yes, "a"] }, "a"],
    [{ if: [no, "a"] }, null],
    [{ if: [no, "a", "b"] }, "b"],
    [{ if: [no, "a", yes, "b", "c"] }, "b"],
    [{ if: [no, "a", no, "b", "c"] }, "c"],
  ])("evaluates %j", (rule, value) => {
    expect(evaluate(rule)).toEqual(value);
  });

  const late = { "==": [{ var: "now" }, ""] };

  it.each([[{ and: [no, late] }], [{ if: [yes, 1, late, 1] }]])(
    "evaluates no more than it needs: %j",
    (rule) => {
      const { result: condition } = withProblems((report) => compileCondition(rule, [], report));
      const now = () => expect.unreachable("the time was read");
      condition.holds({ ...subjectOf({}), now }, eventBudget());
    },
  );

  it("has the value of a single argument", () => {
    expect(holds({ and: { var: "payload.a" } }, { a: 1 })).toBe(true);
  });
});

it("countOperators() counts operators and names at any depth, and no values", () => {
  const count = (rule: unknown) => countOperators(readRule(rule));
  expect(count(true)).toBe(0);
  expect(count({ "==": [{ var: "payload.a" }, ["b", null, 1]] })).toBe(2);
  expect(count({ and: [{ "!": { var: "payload.a" } }, { or: [{ var: "path" }] }] })).toBe(5);
  expect(count({ exists: ["payload.a", "payload.b"] })).toBe(3);
  expect(count({ some: [{ var: "payload.a" }, { "==": [{ var: "x" }, 1] }] })).toBe(4);
});

test.each([
  ['a "b"\n', '"a \\"b\\"\\n"'],
  [{}, "{}"],
])("ruleToJson() writes %j in one line", (rule, text) => {
  expect(ruleToJson(rule)).toBe(text);
});

test("ruleToJson() cuts what nobody would read in a hint", () => {
  expect(ruleToJson("x".repeat(300))).toBe(`"${"x".repeat(199)}…`);
  let nested: unknown = 1;
  for (let level = 0; level < 100_000; level++) nested = [nested];
  expect(ruleToJson(nested)).toBe("…");
});
