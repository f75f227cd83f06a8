import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  [" \t\na b\u00a0\ufeff", "a b"],
  [" ", ""],
  [5, "5"],
  [[" "], '[" "]'],
  [null, ""],
])("trim() of %j is %j", (value, text) => {
  expect(renderTemplate("{{trim value}}", { value })).toBe(text);
});
