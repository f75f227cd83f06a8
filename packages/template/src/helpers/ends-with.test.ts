import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["abc", "bc", "true"],
  ["abc", "ab", "false"],
  ["abc", "BC", "false"],
  ["abc", "", "true"],
  ["abc", null, "true"],
  [null, "a", "false"],
  [5.5, 5, "true"],
  [["x"], "]", "true"],
])("endsWith() of %j and %j is %s", (text, part, result) => {
  expect(renderTemplate("{{endsWith text part}}", { text, part })).toBe(result);
});
