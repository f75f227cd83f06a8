import fc from "fast-check";
import { expect, test } from "vitest";
import { eventBudget, unitsOf } from "../../test/event-budget.ts";
import { COST, WorkLimitError } from "./budget.ts";
import { MAX_RENDERED_DEPTH, TooDeepError, textFromValue } from "./text-from-value.ts";

const show = (value: unknown) => textFromValue(value, eventBudget());

test("textFromValue() shows missing and null as nothing", () => {
  expect([undefined, null].map(show)).toEqual(["", ""]);
});

test("textFromValue() leaves texts as they are", () => {
  for (const text of ["", " a ", "<b>&amp;</b>", "{{x}}", '"quoted"', "a\nb"]) {
    expect(show(text)).toBe(text);
  }
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

test("textFromValue() shows what JSON cannot say as nothing", () => {
  expect([() => 1, Symbol("s")].map(show)).toEqual(["", ""]);
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
    // The object, the list, the empty object, and what stands in them.
    7 * COST.jsonNodes + "abxyzc01".length * COST.characters,
  );
});

test("textFromValue() does not write a value whose size passes the budget", () => {
  const shared = Array.from({ length: 100 }, () => "x");
  const doubled = Array.from({ length: 40 }).reduce<unknown>((value) => [value, value], shared);
  expect(() => show(doubled)).toThrow(WorkLimitError);
});
