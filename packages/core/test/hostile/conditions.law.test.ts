// Payloads that are meant to hurt a condition: each ends soon, and nothing inherited is ever read.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WorkLimitError } from "../../../template/src/serving/render/budget.ts";
import { evaluate, holds } from "../conditions/evaluate.ts";
import { outcomeOf } from "./resolve-one.ts";
import {
  INHERITED,
  millionElements,
  nestedList,
  nestedObject,
  objectThatLies,
  TEN_MEGABYTES,
} from "./values.ts";

const field = (name: string) => ({ var: `payload.${name}` });
const element = { var: "" };

describe("holds() of a huge payload", () => {
  it.each([
    { some: [field("list"), { "==": [element, -1] }] },
    { all: [field("list"), { ">=": [element, 0] }] },
    { "!": { none: [field("list"), { "==": [element, -1] }] } },
    { filter: [field("list"), true] },
    { map: [field("list"), element] },
    { reduce: [field("list"), { "+": [{ var: "accumulator" }, 1] }, 0] },
    { find: [field("list"), { "==": [element, -1] }] },
    { count: [field("list"), { matches: [element, "9$"] }] },
  ])("does not look at a million elements: %j", (rule) => {
    expect(() => holds(rule, { list: millionElements() })).toThrow(WorkLimitError);
  });

  it("answers rules that do not read each element", () => {
    const payload = { list: millionElements() };
    expect(holds({ in: [999_999, field("list")] }, payload)).toBe(true);
    expect(holds({ "==": [field("list.length"), 1_000_000] }, payload)).toBe(true);
    expect(holds({ some: [field("list"), { "==": [element, 5] }] }, payload)).toBe(true);
    expect(holds({ find: [field("list"), { "==": [element, 5] }] }, payload)).toBe(true);
    expect(holds({ "==": [{ count: field("list") }, 1_000_000] }, payload)).toBe(true);
  });

  it("answers for a text of 10 MB", () => {
    const payload = { s: `${TEN_MEGABYTES}!` };
    expect(holds({ in: ["x!", field("s")] }, payload)).toBe(true);
    expect(holds({ startsWith: [field("s"), "xx"] }, payload)).toBe(true);
    expect(holds({ endsWith: [field("s"), "x!"] }, payload)).toBe(true);
    expect(holds({ "==": [{ substr: [field("s"), -1] }, "!"] }, payload)).toBe(true);
  });

  it.each([
    { cat: [{ var: "accumulator" }, { var: "current" }] },
    { cat: [{ var: "accumulator" }, { var: "accumulator" }] },
    { merge: [{ var: "accumulator" }, { var: "current" }] },
    { merge: [{ var: "accumulator" }, { var: "accumulator" }] },
  ])("does not grow a value without end: %j", (rule) => {
    const list = Array.from({ length: 9_000 }, () => "x".repeat(100));
    const whole = { "!!": { reduce: [field("list"), rule, ["x"]] } };
    expect(() => holds(whole, { list })).toThrow(WorkLimitError);
  });
});

describe("holds() of a deep payload", () => {
  it.each([
    "==",
    "!=",
    "<",
    "in",
    "cat",
    "+",
    "max",
    "substr",
    "startsWith",
    "endsWith",
    "matches",
  ])("returns a result if values are 100,000 levels deep: %s", (operator) => {
    const payload = { list: nestedList(100_000), object: nestedObject(100_000) };
    for (const name of ["list", "object"]) {
      const rule = { [operator]: [field(name), "x"] };
      expect([true, false, undefined]).toContain(holds(rule, payload));
    }
  });

  it("reads a field of a value with 100,000 levels", () => {
    expect(holds(field("a.a.a.a"), nestedObject(100_000))).toBe(true);
    expect(holds({ "!": field("a.a.b") }, nestedObject(100_000))).toBe(true);
  });

  it("passes such an event to the next mapping", async () => {
    const when = { "==": [field("list"), "x"] };
    expect(await outcomeOf("text", { list: nestedList(100_000) }, { when })).toBe("unmatched");
  });
});

describe("holds() of an object with its own toString", () => {
  const payload = { o: objectThatLies(), list: [objectThatLies()] };

  it.each(
    "== != === !== < <= > >= + - * / % in cat max min merge substr startsWith endsWith ! !!".split(
      " ",
    ),
  )("never throws: %s", (operator) => {
    const isUnary = operator.startsWith("!") && !operator.includes("=");
    const rules = isUnary
      ? [{ [operator]: [field("o")] }, { [operator]: [field("list")] }]
      : [
          { [operator]: [field("o"), 1] },
          { [operator]: ["x", field("o")] },
          { [operator]: [field("list"), field("o")] },
        ];
    for (const rule of rules) expect([true, false, undefined]).toContain(holds(rule, payload));
  });

  it("is undefined if a comparison would call a value that is not a function", () => {
    expect(holds({ "==": [field("o"), "x"] }, payload)).toBeUndefined();
    expect(holds({ "!=": [field("o"), "x"] }, payload)).toBeUndefined();
  });

  it("does not let such an event past match.not", async () => {
    const not = { when: { "==": [field("o"), "x"] } };
    expect(await outcomeOf("text", payload, { not })).toBe("unmatched");
  });

  it("treats every object as true", () => {
    expect(holds(field("o"), payload)).toBe(true);
    expect(holds({ "!": [field("o")] }, payload)).toBe(false);
  });
});

describe("var", () => {
  it("never yields an inherited property, for any path and payload", () => {
    const keys = fc.constantFrom(...INHERITED, "a", "0", "length", "name", "map");
    const paths = fc.array(keys, { minLength: 1, maxLength: 4 });
    const scalars = fc.constantFrom<unknown>(null, 0, "text", true);
    const { value: payloads } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        scalars,
        fc.array(tie("value"), { maxLength: 2 }),
        fc
          .array(fc.tuple(keys, tie("value")), { maxLength: 3 })
          .map((entries) => Object.fromEntries(entries)),
      ),
    }));
    fc.assert(
      fc.property(paths, payloads, (path, payload) => {
        const wanted = readOwnPath(payload, path);
        expect(evaluate({ var: ["payload", ...path].join(".") }, payload)).toBe(wanted ?? null);
        const inList = { map: [[payload], { var: path.join(".") }] };
        // A list in a rule is data only where it holds no object; the payload lies in one.
        if (typeof payload !== "object") expect(evaluate(inList)).toEqual([wanted ?? null]);
      }),
      { numRuns: 1000 },
    );
  });
});

/** Own properties all the way; `__proto__` is none of them, not even where JSON made it one. */
function readOwnPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => {
    if (at === null || at === undefined || key === "__proto__") return undefined;
    return Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined;
  }, value);
}
