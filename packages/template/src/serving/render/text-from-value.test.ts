import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { eventBudget, unitsOf } from "../../../test/event-budget.ts";
import { renderTemplate, traceTemplate } from "../../../test/render.ts";
import { COST, WorkLimitError } from "./budget.ts";
import { createTextFinder } from "./create-text-finder.ts";
import { MAX_RENDERED_DEPTH, TooDeepError, textFromValue } from "./text-from-value.ts";

const show = (value: unknown) => textFromValue(value, eventBudget());

test("textFromValue() shows missing and null as nothing", () => {
  expect([undefined, null].map(show)).toEqual(["", ""]);
});

test("textFromValue() shows numbers and booleans as text", () => {
  const values = [0, -1.5, 1e21, Number.NaN, true, false, 12_345_678_901_234_567_890n];
  expect(values.map(show)).toEqual([
    "0",
    "-1.5",
    "1e+21",
    "NaN",
    "true",
    "false",
    "12345678901234567890",
  ]);
});

test("textFromValue() shows objects and lists as compact JSON", () => {
  expect(show({ a: [1, "x", null], b: {} })).toBe('{"a":[1,"x",null],"b":{}}');
  expect(show([])).toBe("[]");
  expect(show([{ "a b": "ü" }])).toBe('[{"a b":"ü"}]');
});

test("textFromValue() asks no object how it wants to be shown", () => {
  class Money {
    readonly amount = 5;
    toJSON(): string {
      return "a lie";
    }
  }
  expect(show(new Money())).toBe('{"amount":5}');
  expect(show({ toJSON: () => undefined, a: 1 })).toBe('{"a":1}');
  expect(show([null, "x", { deep: [new Money()] }])).toBe('[null,"x",{"deep":[{"amount":5}]}]');
  expect(show({ toJSON: "a text like any other" })).toBe('{"toJSON":"a text like any other"}');
});

test("textFromValue() shows bigints within objects as text", () => {
  expect(show({ id: 12n, list: [2n] })).toBe('{"id":"12","list":["2"]}');
});

function nest(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

test.each([
  ["lists", (inner: unknown) => [inner]],
  ["objects", (inner: unknown) => ({ a: inner })],
])("textFromValue() shows %s up to the deepest level, and refuses deeper ones", (_name, wrap) => {
  expect(show(nest(MAX_RENDERED_DEPTH, wrap))).toContain("1");
  expect(() => show(nest(MAX_RENDERED_DEPTH + 1, wrap))).toThrow(TooDeepError);
  expect(() => show(nest(100_000, wrap))).toThrow(TooDeepError);
});

test("textFromValue() finds depth behind shallow neighbours", () => {
  const deep = nest(100_000, (inner) => [inner]);
  expect(() => show({ a: 1, b: [null, { c: deep }] })).toThrow(TooDeepError);
});

test("textFromValue() takes __proto__ for a key like any other", () => {
  expect(show(JSON.parse('{"__proto__":{"x":1}}'))).toBe('{"__proto__":{"x":1}}');
});

test("textFromValue() gives for any JSON value a text that says it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = show(value);
      if (typeof value === "string") expect(text).toBe(value);
      else expect(text).toBe(value === null ? "" : JSON.stringify(value));
    }),
  );
});

test("textFromValue() charges the budget for every node and character of JSON, and for nothing else", () => {
  expect(unitsOf((budget) => textFromValue("x".repeat(1_000), budget))).toBe(0);
  expect(unitsOf((budget) => textFromValue({ ab: "xyz", c: [1, {}] }, budget))).toBe(
    // The object, the list, the empty object, and their content.
    7 * COST.jsonNodes + "abxyzc01".length * COST.characters,
  );
});

test("textFromValue() does not write a value whose size passes the budget", () => {
  const shared = Array.from({ length: 100 }, () => "x");
  const doubled = Array.from({ length: 40 }).reduce<unknown>((value) => [value, value], shared);
  expect(() => show(doubled)).toThrow(WorkLimitError);
});

it("createTextFinder() finds what the built-in search finds", () => {
  const text = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom("a", "b"), maxLength, size: "max" });
  fc.assert(
    fc.property(text(400), text(60), fc.nat(80), (whole, part, from) => {
      const parts = [part, whole.slice(from, from + 40), part.repeat(3)];
      for (const one of parts.filter((wanted) => wanted !== "")) {
        expect(createTextFinder(one)(whole, from)).toBe(whole.indexOf(one, from));
      }
    }),
  );
});

it("createTextFinder() takes linear time for repetitive texts", () => {
  const half = "a".repeat(1_000_000);
  // The built-in search takes minutes for this one.
  expect(createTextFinder(`${half}b${half}`)(half.repeat(4), 0)).toBe(-1);
});

describe("indentRenderer()", () => {
  const cases = [
    ["a\n  {{> p}}\nb", "x\ny\n", "a\n  x\n  y\nb"],
    ["  {{> p}}\nb", "x\ny", "  x\n  yb"],
    ["  {{> p}}", "x\n\ny", "  x\n  \n  y"],
    ["\t{{> p}}\n", "{{text}}", "\tone\n\ttwo\r\n\tthree\u2028four\rfive"],
    ["  {{> p}}\n", "", ""],
    ["  {{> p}}\n", "{{missing}}", ""],
    ["  {{> p}}\n", "\n", "  \n"],
    ["  x {{> p}}\n", "a\nb", "  x a\nb\n"],
    [" {{> q}}\n", "{{text}}\n", "   one\n   two\r\n   three\u2028four\rfive\n"],
    ["  {{#> p}}\n  c\n  {{/p}}\n", "<{{> @partial-block}}>", "<  c\n>"],
  ] as const;

  it.each(cases)(
    "indents the lines of a partial that is alone on its line: %j",
    (source, p, text) => {
      const payload = { text: "one\ntwo\r\nthree\u2028four\rfive" };
      const partials = { p, q: "  {{> p}}\n" };
      expect(renderTemplate(source, payload, { partials })).toBe(text);
    },
  );

  it.each(cases)("reports the same text to a trace: %j", (source, p, text) => {
    const payload = { text: "one\ntwo\r\nthree\u2028four\rfive" };
    const traced = traceTemplate(source, payload, { partials: { p, q: "  {{> p}}\n" } });
    expect(traced.text).toBe(text);
    expect(traced.parts.map((part) => part.text).join("")).toBe(text);
  });

  it("reports the indent as the operator's text, also between the lines of a value", () => {
    const { parts } = traceTemplate(
      "  {{> p}}\n",
      { a: "x\ny" },
      { partials: { p: "{{a}}{{b}}!" } },
    );
    const value = { expression: "{{a}}", paths: ["payload.a"], helpers: [] };
    expect(parts).toEqual([
      { text: "  " },
      { text: "x\n", ...value },
      { text: "  " },
      { text: "y", ...value },
      { text: "!" },
    ]);
  });
});
