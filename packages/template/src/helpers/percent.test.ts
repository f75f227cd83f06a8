import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

it.each([
  ["{{percent a b}}", 1, 3, "33%"],
  ["{{percent a b}}", 7, 8, "88%"],
  ["{{percent a b digits=2}}", 1, "3", "33.33%"],
  ["{{percent a b digits=1}}", 1, 2, "50.0%"],
  ["{{percent a b}}", 3, 2, "150%"],
  ["{{percent a b}}", -1, 1000, "0%"],
  ["{{percent a b}}", -1, 4, "-25%"],
  ["{{percent a b}}", 123456, 1, "12345600%"],
  ["{{percent a}}", 0.421, 0, "42%"],
  ["{{percent a b}}", 1, 0, ""],
  ["{{percent a b}}", "x", 1, ""],
  ["{{percent a b}}", 1, null, ""],
  ["{{percent a missing}}", 0.5, null, "50%"],
])("percent() as in %s of %j and %j is %j", (template, a, b, text) => {
  expect(renderTemplate(template, { a, b })).toBe(text);
});

it("percent() refuses digits that are not a whole number", () => {
  expect(problemOfTemplate("{{percent a b digits='x'}}").message).toContain("takes digits that");
});
