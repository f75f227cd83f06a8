import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["in_progress", "In progress"],
  ["checkRun", "Check run"],
  ["PULL_REQUEST", "Pull request"],
  ["HTTPServerError", "Http server error"],
  ["invoice.payment-failed", "Invoice payment failed"],
  ["__a--b..c  d\n", "A b c d"],
  ["v2Release", "V2 release"],
  ["öffnen_Über", "Öffnen über"],
  ["", ""],
  [null, ""],
  [5, "5"],
])("humanize() of %j is %j", (value, text) => {
  expect(renderTemplate("{{humanize value}}", { value })).toBe(text);
});

it("humanize() takes linear time for capitals and separators", () => {
  const value = "A".repeat(300_000) + "_".repeat(300_000);
  expect(renderTemplate("{{length (humanize value)}}", { value })).toBe("300000");
});
