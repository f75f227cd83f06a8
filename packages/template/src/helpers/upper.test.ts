import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["ab ß é", "AB SS É"],
  ["İi", "İI"],
  [true, "TRUE"],
  [{ a: "b" }, '{"A":"B"}'],
  [null, ""],
])("upper() of %j is %j", (value, text) => {
  expect(renderTemplate("{{upper value}}", { value })).toBe(text);
});
