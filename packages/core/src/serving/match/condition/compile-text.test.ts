import { describe, expect, it } from "vitest";
import { COST, WorkLimitError } from "../../../../../template/src/serving/render/budget.ts";
import { unitsOf } from "../../../../../template/test/event-budget.ts";
import { evaluate, holds, problemsOf } from "../../../../test/conditions/evaluate.ts";
import { TEN_MEGABYTES } from "../../../../test/hostile/values.ts";

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
