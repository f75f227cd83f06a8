import { describe, expect, it, test } from "vitest";
import { COST, WorkLimitError } from "../../../../../template/src/serving/render/budget.ts";
import { eventBudget, unitsOf } from "../../../../../template/test/event-budget.ts";
import { compileCondition } from "../../../../test/conditions/compile-condition.ts";
import { evaluate, holds, problemsOf, subjectOf } from "../../../../test/conditions/evaluate.ts";
import { TEN_MEGABYTES } from "../../../../test/hostile/values.ts";
import { withProblems } from "../../../../test/reporting.ts";
import { nameField } from "../../../authoring/rules/name-field.ts";
import { ruleToJson } from "../../../authoring/rules/operators.ts";
import { readRule } from "../../../authoring/rules/read-rule.ts";
import { safeCompileHooks } from "../../../compile-hooks.ts";
import { compileNode } from "./compile-node.ts";
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
  ])("holds if JSON Logic treats the result as true: %j", (rule, wanted) => {
    expect(holds(rule)).toBe(wanted);
  });

  it.each([["payload.action == 'opened'"], [""], [null], [1], [[]], [[{ var: "path" }]], [{}]])(
    "refuses a value that is not a rule: %j",
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

  it("is undefined if the rule cannot be evaluated", () => {
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
  ])("treats a value that is not a list as an empty one: %j", (rule, value) => {
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

test("compileName() recognizes that a body is the payload", () => {
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

const ref = { var: "payload.ref" };

describe("compileText() of startsWith and endsWith", () => {
  it("reads the headers, the query and the payload", () => {
    expect(evaluate({ startsWith: [{ var: "headers.x-event" }, "pu"] })).toBe(true);
    expect(evaluate({ endsWith: [{ var: "query.q" }, "1"] })).toBe(true);
    const part = { var: "payload.part" };
    expect(evaluate({ startsWith: [ref, part] }, { ref: "main", part: "ma" })).toBe(true);
  });

  it("charges the budget for the part that is compared", () => {
    const cost = (length: number) => {
      const payload = { whole: "x".repeat(5_000), part: "x".repeat(length) };
      const rule = { endsWith: [{ var: "payload.whole" }, { var: "payload.part" }] };
      return unitsOf((budget) => holds(rule, payload, budget));
    };
    expect(cost(5_000) - cost(1_000)).toBe(4_000 * COST.characters);
  });

  it.each(["startsWith", "endsWith"])("warns where %s has its part first, as in has it", (name) => {
    expect(problemsOf({ [name]: ["refs/", ref] })).toEqual([
      {
        code: "condition_arguments",
        severity: "warning",
        path: [name],
        message: `"${name}" takes the whole text first, and its part second.`,
        hint: `Write { "${name}": [{ "var": "payload.ref" }, "refs/"] }.`,
        change: { kind: "replace", value: { [name]: [ref, "refs/"] }, path: [], safe: false },
      },
    ]);
    expect(problemsOf({ [name]: [ref, "refs/"] })).toEqual([]);
    expect(problemsOf({ [name]: [ref, ref] })).toEqual([]);
  });
});

describe("compileText() of matches", () => {
  it("reads the headers and the query", () => {
    expect(evaluate({ matches: [{ var: "headers.x-event" }, "^p.sh$"] })).toBe(true);
    expect(evaluate({ matches: [{ var: "query.q" }, "\\d"] })).toBe(true);
  });

  it("refuses a wrong pattern, and says at which character", () => {
    expect(problemsOf({ "!": { matches: [ref, "a)"] } })).toEqual([
      {
        code: "condition_arguments",
        severity: "error",
        path: ["!", "matches", 1],
        message: '"matches" has a ")" without its "(" at character 2 of its pattern.',
        hint: 'Write "\\)".',
      },
    ]);
    expect(problemsOf({ matches: [ref, "(?=a)"] })).toMatchObject([{ path: ["matches", 1] }]);
  });

  it("refuses a pattern that a sender could choose", () => {
    const message = '"matches" takes a text and a pattern that is written as text.';
    const problem = { code: "condition_arguments", path: ["matches", 1], message };
    expect(problemsOf({ matches: [ref, { var: "payload.pattern" }] })).toMatchObject([
      {
        ...problem,
        hint: 'Write { "matches": [{ "var": "payload.ref" }, "^refs/tags/v\\\\d+"] }.',
      },
    ]);
    expect(problemsOf({ matches: ["^a", ref] })).toMatchObject([
      { ...problem, hint: 'Write { "matches": [{ "var": "payload.ref" }, "^a"] }.' },
    ]);
    expect(problemsOf({ matches: [ref, null] })).toMatchObject([problem]);
  });

  it("refuses another option than ignoreCase", () => {
    expect(problemsOf({ matches: [ref, "a", "i"] })).toEqual([
      {
        code: "condition_arguments",
        severity: "error",
        path: ["matches", 2],
        message: 'The third argument of "matches" can only be "ignoreCase".',
      },
    ]);
  });

  it("takes time in proportion to the text, for any pattern", () => {
    const rule = { matches: [ref, "(x*)*y|(x|x)*z"] };
    expect(holds(rule, { ref: "x".repeat(100_000) })).toBe(false);
    expect(() => holds(rule, { ref: TEN_MEGABYTES })).toThrow(WorkLimitError);
  });
});

describe("compileParsed()", () => {
  const text = JSON.stringify({ event: { name: "push", n: 1, "a.b": [1, 2] }, list: [{ id: 5 }] });

  it.each([
    [[{ var: "payload.t" }, "event.name"], "push"],
    [[{ var: "payload.t" }, "event.[a.b].1"], 2],
    [[{ var: "payload.t" }, "event.missing"], null],
    [[{ var: "payload.t" }, "constructor"], null],
    [{ var: "payload.twice" }, { event: { name: "push", n: 1, "a.b": [1, 2] }, list: [{ id: 5 }] }],
    [[{ var: "payload.o" }, "a"], 7],
    [{ var: "payload.none" }, null],
    [["no JSON", "a"], null],
    [["{", ""], null],
    [[{ parseJson: [{ var: "payload.nested" }, "inner"] }, "event.n"], 1],
    [["[820982911946154508]", "0"], "820982911946154508"],
    [["[".repeat(600) + "]".repeat(600)], null],
  ])("reads what a text holds: %j", (args, value) => {
    const payload = { t: text, twice: text, o: { a: 7 }, nested: JSON.stringify({ inner: text }) };
    expect(evaluate({ parseJson: args }, payload)).toEqual(value);
  });

  it("refuses a path that the payload would choose, and brackets that do not fit", () => {
    for (const path of [{ var: "payload.p" }, 5, "a[0"]) {
      expect(problemsOf({ parseJson: [{ var: "payload.t" }, path] })).toEqual([
        {
          code: "condition_arguments",
          severity: "error",
          path: ["parseJson"],
          message: '"parseJson" takes a JSON text, and a path in it that is written as text.',
          hint: 'Write { "parseJson": [{ "var": "payload.message" }, "alarm.name"] }.',
        },
      ]);
    }
  });

  it("stays within the work limit", () => {
    const t = JSON.stringify(Array.from({ length: 3_000_000 }, () => 1));
    expect(() => holds({ parseJson: { var: "payload.t" } }, { t })).toThrow(WorkLimitError);
  });
});

const payload = { a: { b: [10, { c: "deep" }] }, nothing: null, blank: "", zero: 0, "x y": 1 };

describe("compileVariable() of var", () => {
  it.each([
    [{ var: "payload.a.b.1.c" }, "deep"],
    [{ var: ["payload.a.b.0"] }, 10],
    [{ var: "payload.x y" }, 1],
    [{ var: "headers.x-event" }, "push"],
    [{ var: "headers.X-Event" }, "push"],
    [{ var: "query.q" }, "1"],
    [{ var: "query.Q" }, null],
    [{ var: "path" }, "ci"],
    [{ var: "payload.missing" }, null],
    [{ var: ["payload.missing", "other"] }, "other"],
    [{ var: ["payload.missing", { var: "path" }] }, "ci"],
    [{ var: ["payload.nothing", "other"] }, null],
    [{ var: ["payload.blank", "other"] }, ""],
    [{ var: "payload.a.b.length" }, 2],
    [{ reduce: [[1], { var: "accumulator.x" }, { var: "payload.a" }] }, null],
    [{ map: [["e"], { var: null }] }, ["e"]],
    [{ map: [[[7]], { var: 0 }] }, [7]],
  ])("reads %j", (rule, value) => {
    expect(evaluate(rule, payload)).toEqual(value);
  });

  it.each(["constructor", "toString", "__proto__", "__proto__.x", "a.constructor.name", "a.b.map"])(
    "never reads the inherited property %s",
    (name) => {
      expect(evaluate({ var: [`payload.${name}`, "absent"] }, payload)).toBe("absent");
      expect(evaluate({ map: [[{ a: {} }], { var: [name, "absent"] }] })).toEqual(["absent"]);
    },
  );

  it("reads own keys of such names, but never __proto__", () => {
    const hostile = JSON.parse('{"constructor": 1, "__proto__": 2}') as unknown;
    expect(evaluate({ var: "payload.constructor" }, hostile)).toBe(1);
    expect(evaluate({ var: "payload.__proto__" }, hostile)).toBe(null);
  });

  it("refuses an unknown root and hints at the right one", () => {
    expect(problemsOf({ "!": [{ var: "action" }] })).toEqual([
      {
        code: "condition_variable",
        severity: "error",
        path: ["!", 0, "var"],
        message: 'There is no "action" to read.',
        hint: 'Known: payload, headers, query, path, now. For a field of the body write "payload.action".',
        change: { kind: "replace", value: "payload.action", old: "action", safe: true },
      },
    ]);
    expect(problemsOf({ var: "paylod.x" })[0]).toMatchObject({
      hint: expect.stringContaining('Did you mean "payload"?'),
      change: { value: "payload.x", old: "paylod.x", safe: false },
    });
    expect(problemsOf({ var: "$json.body.a" })[0]?.change).toEqual({
      kind: "replace",
      value: "payload.a",
      old: "$json.body.a",
      safe: true,
    });
    expect(problemsOf({ reduce: [[], { var: "x" }] })[0]?.change).toBeUndefined();
    expect(problemsOf({ reduce: [[], { var: "acumulator" }] })[0]).toMatchObject({
      path: ["reduce", 1, "var"],
      hint: 'Did you mean "accumulator"?',
    });
  });

  it.each([
    ["payload.items[0", 'Write a path such as "payload.items[0].id".'],
    [
      "items[0]",
      'Known: payload, headers, query, path, now. For a field of the body write "payload.items[0]".',
    ],
    ["$.a.b", 'Write "payload.a.b".'],
    ["$json.body.a", 'Write "payload.a".'],
    ["{{ headers.x-a }}", 'Write "headers.x-a".'],
    ["Payload.a.b", 'Did you mean "payload"? For a field of the body write "payload.Payload.a.b".'],
  ])("says what to write for %s", (name, hint) => {
    expect(problemsOf({ var: name })).toMatchObject([{ severity: "error", hint }]);
  });

  it.each([
    [
      "payload.items[*].id",
      '{ "some": [{ "var": "payload.items" }, { "==": [{ "var": "id" }, "…"] }] }',
    ],
    [
      "payload.items[].id",
      '{ "some": [{ "var": "payload.items" }, { "==": [{ "var": "id" }, "…"] }] }',
    ],
    [
      "payload.items.*.id",
      '{ "some": [{ "var": "payload.items" }, { "==": [{ "var": "id" }, "…"] }] }',
    ],
    [
      "payload.items.#.a.b",
      '{ "some": [{ "var": "payload.items" }, { "==": [{ "var": "a.b" }, "…"] }] }',
    ],
    ["payload.items[-1].id", "payload.items.0 is the first"],
    ["payload.items.-1", "payload.items.0 is the first"],
    ["payload.items[?(@.a)].id", '{ "find": [{ "var": "payload.items" },'],
    ["payload..id", "Write the whole path to the field."],
  ])("warns of %s, as other tools have it", (name, hint) => {
    expect(problemsOf({ "==": [{ var: name }, 1] })).toMatchObject([
      { code: "condition_variable", severity: "warning", hint: expect.stringContaining(hint) },
    ]);
  });

  it.each([
    ["event.body.action", "payload.action"],
    ["event.payload.action", "payload.action"],
    ["request.body.action", "payload.action"],
    ["req.body.action", "payload.action"],
    ["$request.body.action", "payload.action"],
    ["trigger.event.body.action", "payload.action"],
    ["steps.trigger.event.body.action", "payload.action"],
    ["trigger.payload.action", "payload.action"],
    ["msg.payload.action", "payload.action"],
    ["input.body.action", "payload.action"],
    ["event.headers.x-event", "headers.x-event"],
    ["request.query.kind", "query.kind"],
    ["data.action", "payload.data.action"],
  ])("says what to write for the root of another tool: %s", (name, field) => {
    const [problem] = problemsOf({ "==": [{ var: name }, 1] });
    expect(problem?.hint).toContain(`"${field}"`);
    expect(problemsOf({ "==": [{ var: field }, 1] })).toEqual([]);
  });

  it("refuses the event as a whole", () => {
    for (const name of ["", null]) {
      expect(problemsOf({ var: name })).toMatchObject([
        {
          code: "condition_variable",
          message: 'The "var" of a condition must name a field of the event.',
          hint: 'Write "payload".',
        },
      ]);
    }
  });

  it("refuses a name that the payload would choose", () => {
    expect(problemsOf({ var: { cat: ["payload.", { var: "path" }] } })).toMatchObject([
      { code: "condition_variable", message: "The name of a variable must be fixed text." },
    ]);
  });
});

describe("compileVariable() of missing", () => {
  it.each([
    [{ missing: ["payload.a", "payload.x"] }, ["payload.x"]],
    [{ missing: [["payload.a", "payload.x"]] }, ["payload.x"]],
    [{ missing: "payload.zero" }, []],
    [{ missing: ["payload.nothing", "payload.blank"] }, ["payload.nothing", "payload.blank"]],
    [{ missing: ["payload.constructor"] }, ["payload.constructor"]],
    [{ missing_some: [1, ["payload.a", "payload.x"]] }, []],
    [{ missing_some: [2, ["payload.a", "payload.x"]] }, ["payload.x"]],
    [{ missing_some: [0, []] }, []],
  ])("names what is not there: %j", (rule, value) => {
    expect(evaluate(rule, payload)).toEqual(value);
  });

  it("refuses computed names, and arguments of a wrong type", () => {
    expect(problemsOf({ missing: [{ var: "path" }] })[0]?.code).toBe("condition_variable");
    expect(problemsOf({ missing: ["x"] })[0]?.message).toBe('There is no "x" to read.');
    for (const args of [
      ["1", ["payload.a"]],
      [1, "payload.a"],
    ]) {
      expect(problemsOf({ missing_some: args })).toMatchObject([
        {
          code: "condition_arguments",
          path: ["missing_some"],
          message: '"missing_some" takes a number and a list of names.',
        },
      ]);
    }
  });
});

// Names of fields, as other systems write them.

test.each([
  ["{{action}}", "payload.action"],
  ["{{ payload.items[0].id }}", "payload.items[0].id"],
  ["${{ github.event.action }}", "payload.action"],
  ["{{ $json.body.action }}", "payload.action"],
  ["$json.action", "payload.action"],
  ["$.body.action", "payload.action"],
  ["$.action", "payload.action"],
  ["$[0].id", "payload[0].id"],
  ["$", "payload"],
  ["body.action", "payload.action"],
  ["event.body.action", "payload.action"],
  ["headers.x-github-event", "headers.x-github-event"],
  ["payload", "payload"],
  ["$json['body']['data[email]']", "payload['data[email]']"],
  ["trigger.headers.x-event", "headers.x-event"],
  ["{{ $request.query.kind }}", "query.kind"],
  ["header", undefined],
  ["event.type", undefined],
  ["$json.body['']", undefined],
  [`body.${"a".repeat(400)}`, undefined],
  [".action]", undefined],
  ["opened", undefined],
  ["bodyguard", undefined],
  ["{{upper action}}", undefined],
  ["", undefined],
  [5, undefined],
])("nameField() returns the name that var has for %j", (text, name) => {
  expect(nameField(text)).toBe(name);
});

function problemOf(when: object) {
  const mapping = { match: { path: "github", when }, messageTemplate: "{{action}}" };
  const compiled = safeCompileHooks({ hooks: { mappings: [mapping] } });
  return (compiled.ok ? compiled.hooks.warnings : compiled.problems)[0];
}

test("compileHooks() finds a template if a condition compares a field", () => {
  expect(problemOf({ "==": ["opened", "{{action}}"] })).toMatchObject({
    code: "condition_variable",
    severity: "warning",
    path: ["hooks", "mappings", 0, "match", "when", "==", 1],
    hint: 'To read a field of the event write { "var": "payload.action" }.',
  });
});

test("compileHooks() recognizes the name that another system uses for the body", () => {
  expect(problemOf({ "==": [{ var: "$json.body.action" }, "opened"] })).toMatchObject({
    code: "condition_variable",
    severity: "error",
    hint: 'Write "payload.action".',
  });
});
