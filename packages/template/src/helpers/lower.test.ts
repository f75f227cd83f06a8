import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["AB É", "ab é"],
  ["I", "i"],
  [true, "true"],
  [["A"], '["a"]'],
  [null, ""],
])("lower() of %j is %j", (value, text) => {
  expect(renderTemplate("{{lower value}}", { value })).toBe(text);
});
