import { expect, it } from "vitest";
import { renderTemplate } from "../../../../test/language/render.ts";

it.each([
  [[1, [2, 3]], "2"],
  [[], "0"],
  [{ a: 1, b: 2 }, "2"],
  [JSON.parse('{"__proto__": 1}'), "1"],
  ["a👋\ud800", "3"],
  ["", "0"],
  [1234, "4"],
  [true, "4"],
  [null, "0"],
  [undefined, "0"],
])("length() of %j is %s", (value, text) => {
  expect(renderTemplate("{{length value}}", { value })).toBe(text);
});

it("length() charges the budget for the keys of an object", () => {
  const value = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, 0]));
  const render = (maxIterations: number) =>
    renderTemplate("{{length value}}", { value }, { limits: { maxIterations } });
  expect(render(2)).toBe("40");
  expect(() => render(1)).toThrow("the loops of the templates run too often");
});
