import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["a", [{ a: 1 }, { a: { b: 2 } }, {}], '[1,{"b":2},null]'],
  ["a.b", [{ a: { b: 1 } }, { a: 1 }, { a: null }, 5], "[1,null,null,null]"],
  ["a.0.b", [{ a: [{ b: 1 }] }], "[1]"],
  ["a[0].b", [{ a: [{ b: 1 }] }, { a: [] }], "[1,null]"],
  ["['x.y'].z", [{ "x.y": { z: 1 } }, { x: { y: { z: 2 } } }], "[1,null]"],
  ["a[0", [{ "a[0": 1 }], "[null]"],
  ["length", ["abc", [1, 2], {}], "[3,2,null]"],
  ["constructor", [{}, [], "x"], "[null,null,null]"],
  ["__proto__", [JSON.parse('{"__proto__": 1}')], "[null]"],
  ["", [1, "a"], '[1,"a"]'],
  [null, [1], "[1]"],
  [5, [{ 5: "five" }], '["five"]'],
  ["a", "text", "[]"],
  ["a", { a: 1 }, "[]"],
])("pluck() of %j from %j is %s", (at, list, text) => {
  expect(renderTemplate("{{pluck list at}}", { list, at })).toBe(text);
});

it("pluck() follows at most 32 names", () => {
  let element: unknown = 1;
  for (let level = 0; level < 33; level++) element = { a: element };
  const pluck = (names: number) =>
    renderTemplate("{{pluck list at}}", {
      list: [element],
      at: Array.from({ length: names }, () => "a").join("."),
    });
  expect(pluck(32)).toBe('[{"a":1}]');
  expect(pluck(33)).toBe("[null]");
});
