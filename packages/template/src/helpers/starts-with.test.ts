import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["abc", "ab", "true"],
  ["abc", "bc", "false"],
  ["abc", "AB", "false"],
  ["abc", "", "true"],
  ["abc", null, "true"],
  [null, "a", "false"],
  [5.5, 5, "true"],
  [["x"], "[", "true"],
])("startsWith() of %j and %j is %s", (text, part, result) => {
  expect(renderTemplate("{{startsWith text part}}", { text, part })).toBe(result);
});
