import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["{{sum list}}", [0.1, 0.2, "0.3"], "0.6"],
  ["{{sum list}}", [1, null, "x", [5], "", 2], "3"],
  ["{{sum list}}", [], "0"],
  ["{{sum list}}", null, "0"],
  ["{{sum list}}", "55", "0"],
  ["{{sum list}}", ["9007199254740993", 1], "9007199254740994"],
  ['{{sum list by="a.b"}}', [{ a: { b: 1.5 } }, { a: {} }, { a: { b: "2" } }], "3.5"],
  [
    '{{sum list by="p" times="q"}}',
    [
      { p: 0.1, q: 3 },
      { p: "2", q: "0.5" },
    ],
    "1.3",
  ],
  ['{{sum list by="p" times="q"}}', [{ p: 1 }, { q: 1 }, { p: "x", q: 2 }, { p: 2, q: 0 }], "0"],
  ['{{sum list by="a.p" times="a.q.n"}}', [{ a: { p: 4, q: { n: -2 } } }, 7], "-8"],
  ["{{sum list times='q'}}", [{ q: 2 }, 5], "0"],
  ['{{money (sum list by="p" times="q") "EUR"}}', [{ p: 1999, q: 3 }], "59.97 EUR"],
  ["{{#if (sum list)}}some{{else}}none{{/if}}", [1, -1], "none"],
])("sum() as in %s of %j is %s", (template, list, text) => {
  expect(renderTemplate(template, { list })).toBe(text);
});
