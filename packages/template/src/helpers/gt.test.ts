import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  [1, 2, "false"],
  [2, 2, "false"],
  [3, 2, "true"],
  ["9", 10, "false"],
  ["2.0", " 2 ", "false"],
  ["9007199254740993", "9007199254740992", "true"],
  ["9007199254740993", 9007199254740992, "true"],
  [1e21, "999999999999999999999", "true"],
  ["1".repeat(400), "2".repeat(399), "true"],
  ["10", "9a", "false"],
  ["b", "a", "true"],
  ["B", "a", "false"],
  ["a", "a", "false"],
  [false, true, "false"],
  [[2], [1], "true"],
  [null, 1, "false"],
  [1, undefined, "false"],
  ["", "", "false"],
  ["a", null, "false"],
])("gt() of %j and %j is %s", (a, b, text) => {
  expect(renderTemplate("{{gt a b}}", { a, b })).toBe(text);
});
