import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  [5, "5", "true"],
  ["5.0", 5, "false"],
  [0, -0, "true"],
  ["a", "a", "true"],
  ["a", "A", "false"],
  [null, "", "true"],
  [undefined, null, "true"],
  [0, "", "false"],
  [false, "false", "true"],
  [[1, "a"], '[1,"a"]', "true"],
  [{ a: 1 }, { a: 1 }, "true"],
  [{}, "[object Object]", "false"],
])("eq() of %j and %j is %s", (a, b, text) => {
  expect(renderTemplate("{{eq a b}}", { a, b })).toBe(text);
});
