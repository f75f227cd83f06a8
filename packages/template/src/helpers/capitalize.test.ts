import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["opened", "Opened"],
  ["aCME ltd", "ACME ltd"],
  ["éclair", "Éclair"],
  ["ßa", "SSa"],
  ["𐐨x", "𐐀x"],
  ["👋 hi", "👋 hi"],
  ["", ""],
  [null, ""],
  [5, "5"],
])("capitalize() of %j is %j", (value, text) => {
  expect(renderTemplate("{{capitalize value}}", { value })).toBe(text);
});
