import { expect, it } from "vitest";
import { renderTemplate } from "../../../../test/language/render.ts";

it.each([
  ["{{sum list}}", [0.1, 0.2, "0.3"], "0.6"],
  ["{{sum list}}", [1, null, "x", [5], "", 2], "3"],
  ["{{sum list}}", [], "0"],
  ["{{sum list}}", null, "0"],
  ["{{sum list}}", "55", "0"],
  ["{{sum list}}", ["9007199254740993", 1], "9007199254740994"],
  ['{{sum list by="a.b"}}', [{ a: { b: 1.5 } }, { a: {} }, { a: { b: "2" } }], "3.5"],
  ["{{#if (sum list)}}some{{else}}none{{/if}}", [1, -1], "none"],
])("sum() as in %s of %j is %s", (template, list, text) => {
  expect(renderTemplate(template, { list })).toBe(text);
});
