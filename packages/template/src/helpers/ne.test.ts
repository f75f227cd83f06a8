import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  [5, "5", "false"],
  ["5.0", 5, "true"],
  [0, -0, "false"],
  ["a", "a", "false"],
  ["a", "A", "true"],
  [null, "", "false"],
  [undefined, null, "false"],
  [0, "", "true"],
  [false, "false", "false"],
  [[1, "a"], '[1,"a"]', "false"],
  [{ a: 1 }, { a: 1 }, "false"],
  [{}, "[object Object]", "true"],
])("ne() of %j and %j is %s", (a, b, text) => {
  expect(renderTemplate("{{ne a b}}", { a, b })).toBe(text);
});
