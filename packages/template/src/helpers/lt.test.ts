import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  [1, 2, "true"],
  [2, 2, "false"],
  [3, 2, "false"],
  ["9", 10, "true"],
  ["2.0", " 2 ", "false"],
  ["9007199254740993", "9007199254740992", "false"],
  ["1e3", "5", "true"],
  [" +9.50 ", "10", "true"],
  ["10", "9a", "true"],
  ["b", "a", "false"],
  ["B", "a", "true"],
  ["a", "a", "false"],
  [false, true, "true"],
  [[2], [1], "false"],
  [null, 1, "false"],
  [1, undefined, "false"],
  ["", "", "false"],
  ["a", null, "false"],
])("lt() of %j and %j is %s", (a, b, text) => {
  expect(renderTemplate("{{lt a b}}", { a, b })).toBe(text);
});
