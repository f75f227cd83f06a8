import { expect, it } from "vitest";
import { renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { COST } from "../render/budget.ts";

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

it("length() charges the budget for the keys of an object, and for the characters of a text", () => {
  const objectOf = (keys: number) =>
    Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 0]));
  const units = (value: unknown) => unitsOfTemplate("{{length value}}", { value });
  expect(units(objectOf(40)) - units(objectOf(30))).toBe(10 * COST.keys);
  expect(units("x".repeat(40)) - units("x".repeat(30))).toBe(
    10 * (COST.characters + COST.codedCharacters),
  );
});
