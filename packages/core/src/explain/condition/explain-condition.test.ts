import { describe, expect, it } from "vitest";
import { DEFAULT_RENDER_LIMITS } from "../../../../template/src/render/budget.ts";
import { subjectOf } from "../../../test/conditions/evaluate.ts";
import { readRule } from "../../match/index.ts";
import { explainCondition } from "./explain-condition.ts";

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

  it("evaluates atoms behind the one that decided", () => {
    const { atoms } = explain({ or: [field("a"), field("b")] }, { a: 1, b: 2 });
    expect(atoms.map(({ holds }) => holds)).toEqual([true, true]);
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

  it("asks for the opposite where the condition must not hold", () => {
    expect(explain(is("a"), { a: 1 }, false).change).toBe("payload.a were not 1");
  });
});
