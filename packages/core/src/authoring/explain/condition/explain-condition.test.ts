import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { runs } from "../../../../../../tools/test-support/runs.ts";
import { DEFAULT_RENDER_LIMITS } from "../../../../../template/src/serving/render/budget.ts";
import { subjectOf } from "../../../../test/conditions/evaluate.ts";
import type { RuleNode } from "../../../serving/match/index.ts";
import { readRule } from "../../rules/index.ts";
import { explainCondition } from "./explain-condition.ts";
import { findNearestChange } from "./nearest-change.ts";
import { atomsOf, type RuleTree, ruleToText, splitRule } from "./split-rule.ts";

const limits = DEFAULT_RENDER_LIMITS;
const field = (name: string) => ({ var: `payload.${name}` });

function explain(rule: unknown, payload: unknown = {}, wanted = true) {
  return explainCondition(readRule(rule), { subject: subjectOf(payload), limits, wanted });
}

describe("explainCondition()", () => {
  it("names each atom with what it saw, and the nearest change that would match", () => {
    const rule = {
      and: [
        { "==": [field("action"), "completed"] },
        { "==": [field("workflow_run.head_branch"), "main"] },
        { "!": { missing: ["payload.sender"] } },
      ],
    };
    const payload = {
      action: "completed",
      workflow_run: { head_branch: "feature/x" },
      sender: "a",
    };
    expect(explain(rule, payload)).toEqual({
      atoms: [
        {
          path: ["and", 0],
          expression: 'payload.action == "completed"',
          holds: true,
          seen: [{ expression: "payload.action", value: "completed" }],
        },
        {
          path: ["and", 1],
          expression: 'payload.workflow_run.head_branch == "main"',
          holds: false,
          seen: [{ expression: "payload.workflow_run.head_branch", value: "feature/x" }],
          wouldMatchIf: 'payload.workflow_run.head_branch were "main"',
        },
        {
          path: ["and", 2, "!"],
          expression: 'missing("payload.sender")',
          holds: false,
          seen: [{ expression: "payload.sender", value: "a" }],
        },
      ],
      change: 'payload.workflow_run.head_branch were "main"',
    });
  });

  it("tells a missing field from null", () => {
    const { atoms } = explain(
      { and: [{ "==": [field("a"), 1] }, { "==": [field("b"), 1] }] },
      { b: null },
    );
    expect(atoms.map(({ seen }) => seen)).toEqual([
      [{ expression: "payload.a" }],
      [{ expression: "payload.b", value: null }],
    ]);
  });

  it.each<[object, unknown, readonly unknown[]]>([
    [{ var: ["payload.a", 3] }, {}, [["payload.a ?? 3", 3]]],
    [{ exists: ["payload.a", field("b")] }, { b: 1 }, [["payload.a"], ["payload.b", 1]]],
    [{ missing: [["payload.a"]] }, { a: 1 }, [["payload.a", 1]]],
    [{ missing_some: [1, ["payload.a", "query.q"]] }, {}, [["payload.a"], ["query.q", "1"]]],
    [{ some: [field("a"), { var: "" }] }, { a: [1] }, [["payload.a", [1]]]],
    [{ ">": [{ count: field("a") }, 3] }, { a: [1] }, [["count(payload.a)", 1]]],
    [
      { "==": [field("a"), field("b")] },
      { a: 1, b: 2 },
      [
        ["payload.a", 1],
        ["payload.b", 2],
      ],
    ],
    [{ in: ["x", [field("a"), "y"]] }, { a: 1 }, [['[payload.a, "y"]', [1, "y"]]]],
    [{ "==": ["a", "b"] }, {}, []],
    [
      { ">": [{ "+": [field("a"), 1] }, 3] },
      { a: { valueOf: 1, toString: 1 } },
      [["payload.a + 1"]],
    ],
  ])("reads what an operator sees of the event: %j", (rule, payload, seen) => {
    const [atom] = explain(rule, payload).atoms;
    expect(
      atom?.seen.map(({ expression, ...rest }) => [expression, ...Object.values(rest)]),
    ).toEqual(seen);
  });

  it("leaves out the result of an atom that cannot be evaluated", () => {
    const { atoms, change } = explain(
      { "==": [field("a"), "x"] },
      { a: { toString: 1, valueOf: 1 } },
    );
    expect(atoms[0]).not.toHaveProperty("holds");
    expect(change).toBe('payload.a were "x"');
  });

  it("evaluates no more than the budget of an event", () => {
    const dear = { count: [field("list"), { "==": [{ var: "" }, 1] }] };
    const { atoms } = explain({ or: [dear, field("a")] }, { list: new Array(1e6).fill(0), a: 1 });
    expect(atoms.map(({ holds }) => holds)).toEqual([undefined, undefined]);
    expect(atoms.map(({ seen }) => seen.length)).toEqual([1, 1]);
    const seesTooMuch = explain({ ">": [dear, 1] }, { list: new Array(1e6).fill(0) });
    expect(seesTooMuch.atoms[0]).toMatchObject({ seen: [] });
  });

  it("has no change where the result is the wanted one, or no event can change it", () => {
    expect(explain(field("a"), { a: 1 })).not.toHaveProperty("change");
    expect(explain(false)).toEqual({ atoms: [] });
    expect(explain({ and: [field("a"), { "==": [1, 2] }] })).not.toHaveProperty("change");
    expect(explain({ "!": [true] })).not.toHaveProperty("change");
  });
});

describe("explainCondition() of a change", () => {
  it.each<[object, unknown, string]>([
    [{ "==": ["x", field("a")] }, {}, 'payload.a were "x"'],
    [{ "!==": [field("a"), 1] }, { a: 1 }, "payload.a were not 1"],
    [{ "!": { "!=": [field("a"), 1] } }, { a: 2 }, "payload.a were 1"],
    [{ "===": [field("a"), field("b")] }, { a: 1, b: 2 }, "payload.a were payload.b"],
    [{ in: [field("a"), ["opened", "closed"]] }, { a: "close" }, 'payload.a were "closed"'],
    [{ in: [field("a"), ["opened", "closed"]] }, { a: 1 }, 'payload.a were "opened"'],
    [{ in: [field("a"), []] }, { a: 1 }, "[] contained payload.a"],
    [{ "!": { in: [field("a"), [1, 2]] } }, { a: 1 }, "payload.a were not in [1, 2]"],
    [{ in: ["wip", field("a")] }, { a: "x" }, 'payload.a contained "wip"'],
    [{ "!": { in: ["x", field("a")] } }, { a: "x" }, 'payload.a did not contain "x"'],
    [{ exists: ["payload.a", "payload.b"] }, {}, "payload.a and payload.b were there"],
    [{ "!": { exists: "payload.a" } }, { a: 1 }, "payload.a were missing"],
    [{ "!": { missing: ["payload.a", "query.q"] } }, {}, "payload.a were there"],
    [{ missing: ["payload.a"] }, { a: 1 }, "payload.a were missing"],
    [field("a"), { a: false }, "payload.a were true"],
    [field("a"), {}, "payload.a had a value"],
    [{ "!": field("a") }, { a: 1 }, "payload.a were empty or missing"],
    [{ ">": [field("a"), 3] }, { a: 1 }, "payload.a were more than 3"],
    [{ "<=": [3, field("a")] }, { a: 1 }, "payload.a were at least 3"],
    [{ "!": { ">": [field("a"), 3] } }, { a: 4 }, "payload.a were at most 3"],
    [{ "!": { "<": [3, field("a")] } }, { a: 4 }, "payload.a were at most 3"],
    [{ ">=": [{ count: field("a") }, 1] }, {}, "count(payload.a) were at least 1"],
    [{ "<": [1, field("a"), 3] }, { a: 4 }, "1 < payload.a < 3 held"],
    [{ startsWith: [field("a"), "x"] }, {}, 'payload.a began with "x"'],
    [{ "!": { endsWith: [field("a"), "x"] } }, { a: "x" }, 'payload.a did not end with "x"'],
    [{ matches: [field("a"), "^x", "ignoreCase"] }, {}, 'payload.a matched "^x"'],
    [{ none: [field("a"), { var: "" }] }, { a: [1] }, "none(payload.a, element) held"],
    [
      { "!": { some: [field("a"), { var: "b" }] } },
      { a: [{ b: 1 }] },
      "some(payload.a, b) did not hold",
    ],
  ])("says what the event would have to be: %j", (rule, payload, change) => {
    expect(explain(rule, payload).change).toBe(change);
  });

  const is = (name: string) => ({ "==": [field(name), 1] });

  it.each<[object, unknown, string | undefined]>([
    [{ and: [is("a"), is("b"), is("c")] }, { b: 1 }, "payload.a were 1 and payload.c were 1"],
    [{ and: [is("a"), { "!!": [is("a")] }] }, {}, "payload.a were 1"],
    [{ or: [{ and: [is("a"), is("b")] }, is("c"), is("d")] }, {}, "payload.c were 1"],
    [
      { or: [{ and: [is("a"), is("b")] }, { and: [is("c"), is("d")] }] },
      { d: 1 },
      "payload.c were 1",
    ],
    [{ "!": { and: [is("a"), is("b")] } }, { a: 1, b: 1 }, "payload.a were not 1"],
    [
      { "!": { or: [is("a"), is("b")] } },
      { a: 1, b: 1 },
      "payload.a were not 1 and payload.b were not 1",
    ],
    [{ if: [is("a"), is("b"), is("c")] }, {}, "payload.c were 1"],
    [{ if: [is("a"), is("b"), is("c")] }, { a: 1 }, "payload.b were 1"],
    [{ if: [is("a"), true] }, {}, "payload.a were 1"],
    [{ "!": { if: [is("a"), true] } }, { a: 1 }, "payload.a were not 1"],
    [{ "?:": [is("a"), false, true] }, { a: 1 }, "payload.a were not 1"],
    [{ if: [is("a"), false, is("b"), true] }, {}, "payload.b were 1"],
  ])("takes the fewest atoms that must change: %j of %j", (rule, payload, change) => {
    expect(explain(rule, payload).change).toBe(change);
  });
});

const a = { var: "payload.a" };

test.each([
  [{ "==": [{ "+": [a, 1] }, { "-": [a] }] }, "(payload.a + 1) == -(payload.a)"],
  [{ "!": [{ in: ["x", a] }] }, 'not ("x" in payload.a)'],
  [{ or: [{ and: [a, a] }, { "!": a }] }, "(payload.a and payload.a) or not payload.a"],
  [{ matches: [a, "^x"] }, 'payload.a matches "^x"'],
  [{ matches: [a, "^x", "ignoreCase"] }, 'matches(payload.a, "^x", "ignoreCase")'],
  [{ some: [a, { "==": [{ var: "" }, null] }] }, "some(payload.a, element == null)"],
  [{ merge: [[a], {}] }, "merge([payload.a], {})"],
  [{ and: [a, { "=": [a, 1] }] }, "payload.a and null"],
  [{ missing: ["payload.a", a] }, 'missing("payload.a", null)'],
  [{ missing_some: [1, ["payload.a", a]] }, 'missing_some(1, ["payload.a", null])'],
])("ruleToText() writes %j as an expression", (rule, text) => {
  expect(ruleToText(readRule(rule))).toBe(text);
});

test("ruleToText() cuts a long expression", () => {
  expect(ruleToText(readRule({ "==": [a, "x".repeat(300)] }))).toHaveLength(161);
});

test.each([true, [{ var: "payload.a" }]])(
  "splitRule() takes %j for a constant that holds",
  (value) => {
    expect(splitRule(readRule({ "!!": [value] }))).toEqual({ kind: "constant", holds: true });
  },
);

test.each([false, ""])("splitRule() takes %j for one that does not", (value) => {
  expect(splitRule(readRule({ "!!": [value] }))).toEqual({ kind: "constant", holds: false });
});

test("splitRule() takes what was refused for one that does not", () => {
  expect(splitRule(readRule("payload.a"))).toEqual({ kind: "constant", holds: false });
});

type Assignment = ReadonlyMap<RuleNode, boolean>;

function createAtom(): RuleNode {
  return { kind: "wrong", at: [] };
}

const { tree: trees } = fc.letrec<{ tree: RuleTree }>((tie) => {
  const parts = fc.array(tie("tree"), { minLength: 1, maxLength: 5 });
  return {
    tree: fc.oneof(
      { maxDepth: 3 },
      // Every atom has one position: the law counts them.
      fc.nat(1).map((): RuleTree => ({ kind: "atom", atom: createAtom() })),
      fc.boolean().map((holds): RuleTree => ({ kind: "constant", holds })),
      tie("tree").map((of): RuleTree => ({ kind: "not", of })),
      fc
        .tuple(fc.constantFrom("all", "any"), parts)
        .map(([kind, of]): RuleTree => ({ kind, of: of.slice(0, 3) })),
      parts.map((of): RuleTree => ({ kind: "choice", of })),
    ),
  };
});

function evaluate(tree: RuleTree, values: Assignment): boolean {
  switch (tree.kind) {
    case "atom":
      return values.get(tree.atom) as boolean;
    case "constant":
      return tree.holds;
    case "not":
      return !evaluate(tree.of, values);
    case "all":
      return tree.of.every((part) => evaluate(part, values));
    case "any":
      return tree.of.some((part) => evaluate(part, values));
    case "choice":
      return evaluateChoice(tree.of, values);
  }
}

function evaluateChoice(
  [condition, result, ...others]: readonly RuleTree[],
  values: Assignment,
): boolean {
  if (condition === undefined) return false;
  if (result === undefined) return evaluate(condition, values);
  return evaluate(condition, values) ? evaluate(result, values) : evaluateChoice(others, values);
}

/** Every assignment of some atoms. */
function assignmentsOf(atoms: readonly RuleNode[]): readonly Assignment[] {
  return Array.from(
    { length: 2 ** atoms.length },
    (_, bits) => new Map(atoms.map((atom, index) => [atom, ((bits >> index) & 1) === 1])),
  );
}

test("findNearestChange() changes the fewest atoms that give the wanted result", () => {
  const few = trees.filter((tree) => atomsOf(tree).length <= 7);
  fc.assert(
    fc.property(few, fc.nat(), fc.boolean(), (tree, chosen, wanted) => {
      const all = assignmentsOf(atomsOf(tree));
      const before = all[chosen % all.length] as Assignment;
      const change = findNearestChange(tree, wanted, (atom) => ({
        holds: before.get(atom),
        isFixed: false,
      }));
      const fitting = all.filter((values) => evaluate(tree, values) === wanted);
      const distances = fitting.map(
        (values) => [...values].filter(([atom, value]) => before.get(atom) !== value).length,
      );
      if (change === undefined) {
        expect(fitting).toEqual([]);
        return;
      }
      expect(change).toHaveLength(Math.min(...distances));
      const after = new Map([...before, ...change.map((one) => [one.atom, one.wanted] as const)]);
      expect(evaluate(tree, after)).toBe(wanted);
    }),
    { numRuns: runs(1000) },
  );
});

test("findNearestChange() never changes what is fixed, and may decide what is undecided", () => {
  const atom = createAtom();
  const tree: RuleTree = { kind: "atom", atom };
  const undecided = { holds: undefined, isFixed: false };
  expect(findNearestChange(tree, true, () => undecided)).toEqual([{ atom, wanted: true }]);
  expect(findNearestChange(tree, true, () => ({ holds: false, isFixed: true }))).toBeUndefined();
});

test("findNearestChange() changes 150,000 atoms", () => {
  const atoms = Array.from({ length: 150_000 }, createAtom);
  const of = atoms.map((atom): RuleTree => ({ kind: "atom", atom }));
  const tree: RuleTree = { kind: "all", of: [{ kind: "all", of }] };
  const change = findNearestChange(tree, true, () => ({ holds: false, isFixed: false }));
  expect(change).toHaveLength(150_000);
});

test("splitRule() gives each atom the path into the rule, for reports", () => {
  const rule = {
    and: [
      { "!": { "!!": [{ exists: "payload.a" }] } },
      { if: [{ in: ["a", "b"] }, { or: { ">": [1, 2] } }, true] },
    ],
  };
  expect(atomsOf(splitRule(readRule(rule))).map(({ at }) => at.join("."))).toEqual([
    "and.0.!.!!.0",
    "and.1.if.0",
    "and.1.if.1.or",
  ]);
});

it("evaluates atoms after the one that decided", () => {
  const { atoms } = explain({ or: [field("a"), field("b")] }, { a: 1, b: 2 });
  expect(atoms.map(({ holds }) => holds)).toEqual([true, true]);
});
