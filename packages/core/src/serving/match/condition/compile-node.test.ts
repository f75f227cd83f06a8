import { describe, expect, it } from "vitest";
import { compileCondition } from "../../../../test/conditions/compile-condition.ts";
import { evaluate, holds, problemsOf } from "../../../../test/conditions/evaluate.ts";
import { withProblems } from "../../../../test/reporting.ts";
import { readRule } from "../../../authoring/rules/read-rule.ts";
import { compileNode } from "./compile-node.ts";

const a = { var: "payload.a" };

describe("compileNode() of an operator on values", () => {
  const long = "9".repeat(400);

  it.each([
    [{ "==": [a, "1"] }, true],
    [{ "===": [a, "1"] }, false],
    [{ "!=": [a, 2] }, true],
    [{ "!==": [a, "1"] }, true],
    [{ "!": a }, false],
    [{ "!": [a] }, false],
    [{ "!!": [a] }, true],
    [{ ">": [2, a] }, true],
    [{ ">=": [a, 1] }, true],
    [{ "<": [0, a, 2] }, true],
    [{ "<=": [0, a, 0.5] }, false],
    [{ max: [a, 3, 2] }, 3],
    [{ min: [a, 3] }, 1],
    [{ "+": [a, "2.5"] }, 3.5],
    [{ "+": ["7"] }, 7],
    [{ "-": [a, 3] }, -2],
    [{ "-": a }, -1],
    [{ "*": [a, 2, 3] }, 6],
    [{ "/": [a, 4] }, 0.25],
    [{ "%": [7, 4] }, 3],
    [{ merge: [a, [2, 3], [[4]]] }, [1, 2, 3, [4]]],
    [{ merge: [] }, []],
    [{ in: ["b", "abc"] }, true],
    [{ in: [a, [3, 1]] }, true],
    [{ in: ["b", null] }, false],
    [{ cat: ["x", a, true, null] }, "x1true"],
    [{ cat: [] }, ""],
    [{ substr: ["jsonlogic", 4] }, "logic"],
    [{ substr: ["jsonlogic", 1, -5] }, "son"],
    [{ merge: [[a, { "+": [a, 1] }]] }, [1, 2]],
  ])("evaluates %j", (rule, value) => {
    expect(evaluate(rule, { a: 1 })).toEqual(value);
  });

  it.each([
    ["681877755", "2500000000", -1],
    ["99.95", "1000.00", -1],
    ["9000000000000000001", "10000000000000000001", -1],
    ["9007199254740993", "9007199254740992", 1],
    ["9007199254740993", 9007199254740992, 1],
    [5, "10", -1],
    ["10", 9.5, 1],
    ["-10", "-9", -1],
    ["-0.10", "-0.1", 0],
    ["-0", "0.0", 0],
    ["007", "7", 0],
    ["0.30000000000000000001", "0.3", 1],
    [`0.${"0".repeat(400)}1`, "-0", 1],
    [`-0.${"0".repeat(400)}1`, `0.${"0".repeat(400)}1`, -1],
    [`-${long}`, `-${long}0`, 1],
    [long, "1", 1],
  ])("orders decimals that are text by size, exactly: %j and %j", (left, right, order) => {
    const rules = { "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 };
    for (const [operator, wanted] of Object.entries(rules)) {
      const pair = [{ var: "payload.left" }, { var: "payload.right" }];
      expect(evaluate({ [operator]: pair }, { left, right })).toBe(wanted);
    }
  });

  it.each([
    [{ "<": ["9", "10e0"] }, false],
    [{ "<": ["+9", "10"] }, true],
    [{ "<": [" 9", "10"] }, true],
    [{ "<": ["", "0"] }, true],
    [{ "<": ["", 0] }, false],
    [{ "<": ["5.", "40"] }, false],
    [{ "<": ["1e2", 99] }, false],
    [{ "<": ["b", "a"] }, false],
    [{ "<": [["9"], "10"] }, false],
    [{ "<": [1e21, "5"] }, false],
    [{ "==": ["7.0", "7"] }, false],
    [{ in: ["7", ["7.0", "07"]] }, false],
    [{ max: ["9", "10"] }, 10],
  ])("leaves all else to JSON Logic: %j", (rule, value) => {
    expect(evaluate(rule)).toEqual(value);
  });

  it.each([
    [["9000000000000000001", "9000000000000000002", "10000000000000000000"], true, true],
    [["9", "10", "10.0"], false, true],
    [["9", 10, "9"], false, false],
    [["10", "9", "11"], false, false],
  ])("orders three values, too: %j", (list, isBetween, isWithin) => {
    const parts = list.map((_, index) => ({ var: `payload.${index}` }));
    expect(evaluate({ "<": parts }, list)).toBe(isBetween);
    expect(evaluate({ "<=": parts }, list)).toBe(isWithin);
  });

  it("treats an object of the payload as a value, never as a rule", () => {
    const payload = { a: { "==": [1, 1] }, b: { var: "payload.secret" }, secret: "s" };
    expect(evaluate({ merge: [a, { var: "payload.b" }] }, payload)).toEqual([
      { "==": [1, 1] },
      { var: "payload.secret" },
    ]);
    expect(holds({ "==": [{ cat: [{ var: "payload.b" }] }, "s"] }, payload)).toBe(false);
  });
});

describe("compileNode() of a tree that was read from JSON", () => {
  it("takes a pattern that readRule() would refuse as nothing", () => {
    const written = JSON.stringify(readRule({ matches: [a, "^x"] })).replace("^x", "(");
    const evaluateNode = compileNode(JSON.parse(written));
    expect(evaluateNode({} as Parameters<typeof evaluateNode>[0])).toBeNull();
  });
});

describe("compileNode() of a wrong rule", () => {
  it("refuses an unknown operator and hints at the right one", () => {
    expect(problemsOf({ "=": [1, 2] })).toEqual([
      {
        code: "condition_operator_unknown",
        severity: "error",
        path: ["="],
        message: 'There is no operator "=".',
        hint: 'Write "==".',
        change: { kind: "rename", key: "==", safe: true },
      },
    ]);
  });

  it.each(["toString", "constructor", "hasOwnProperty", "method"])(
    "knows no operator that is inherited or left out: %s",
    (name) => {
      expect(problemsOf({ [name]: [1] }).map(({ code }) => code)).toEqual([
        "condition_operator_unknown",
      ]);
    },
  );

  it("refuses two operators in one object", () => {
    expect(problemsOf({ if: [{ "==": [1, 1], "!=": [1, 2] }, 1] })).toEqual([
      {
        code: "condition_operator_unknown",
        severity: "error",
        path: ["if", 0],
        message: "An operation has one key, not 2: ==, !=.",
        hint: 'Write { "and": [{ "==": [1, 1] }, { "!=": [1, 2] }] }.',
        change: {
          kind: "replace",
          value: { and: [{ "==": [1, 1] }, { "!=": [1, 2] }] },
          safe: false,
        },
      },
    ]);
  });

  it.each([
    [{ "==": [1] }, '"==" takes 2 arguments, not 1.'],
    [{ "!": [1, 2] }, '"!" takes 1 argument, not 2.'],
    [{ "-": [1, 2, 3] }, '"-" takes 1 or 2 arguments, not 3.'],
    [{ max: [] }, '"max" takes at least 1 argument, not 0.'],
    [{ if: [true] }, '"if" takes at least 2 arguments, not 1.'],
    [{ "?:": [1, 2] }, '"?:" takes 3 arguments, not 2.'],
    [{ var: [] }, '"var" takes 1 or 2 arguments, not 0.'],
  ])("refuses another number of arguments: %j", (rule, message) => {
    expect(problemsOf(rule)).toMatchObject([
      { code: "condition_arguments", path: Object.keys(rule), message },
    ]);
  });

  it("refuses a rule that is nested too deep for the stack", () => {
    const nested = (depth: number) => {
      let rule: unknown = 1;
      for (let level = 0; level < depth; level++) rule = { "!!": [rule] };
      return rule;
    };
    expect(holds(nested(50))).toBe(true);
    expect(problemsOf(nested(51))).toMatchObject([
      { code: "condition_too_deep", message: "The rule is nested more than 50 deep." },
    ]);
    const rule = nested(100_000);
    const { problems } = withProblems((report) => compileCondition(rule, [], report));
    expect(problems).toHaveLength(1);
  });

  it.each(["==", "!=", "===", "!==", "<", "startsWith", "endsWith"])(
    "warns where %s compares what nobody sends, as a field without var is a text",
    (operator) => {
      expect(problemsOf({ and: [{ [operator]: ["payload.action", "opened"] }] })).toEqual([
        {
          code: "condition_variable",
          severity: "warning",
          path: ["and", 0, operator, 0],
          message: `"${operator}" compares fixed values, so its result is the same for every event.`,
          hint: 'To read a field of the event write { "var": "payload.action" }.',
          change: { kind: "replace", value: { var: "payload.action" }, safe: false },
        },
      ]);
      expect(problemsOf({ [operator]: ["action", "x"] })).toMatchObject([
        {
          path: [operator],
          hint: 'To read a field of the event write { "var": "payload.field" }.',
        },
      ]);
      expect(problemsOf({ [operator]: [a, ["x"]] })).toEqual([]);
      expect(problemsOf({ [operator]: ["x", [a]] })).toEqual([]);
    },
  );

  it("treats an object without keys as a value", () => {
    expect(evaluate({ merge: [{}] })).toEqual([{}]);
  });
});
