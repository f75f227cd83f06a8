import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["{{unique list}}", [1, "1", 2, 1, "a", "a"], '[1,2,"a"]'],
  ["{{unique list}}", [null, "", { a: 1 }, { a: 1 }, '{"a":1}'], '[null,{"a":1}]'],
  ["{{unique list}}", ["__proto__", "__proto__", "constructor"], '["__proto__","constructor"]'],
  ["{{unique list}}", "aab", "[]"],
  [
    '{{unique list by="a.b"}}',
    [{ a: { b: 1 } }, { a: { b: "1" } }, {}, { a: 1 }],
    '[{"a":{"b":1}},{}]',
  ],
  ["{{unique list by=missing}}", [1, 1], "[1]"],
])("unique() as in %s of %j is %s", (template, list, text) => {
  expect(renderTemplate(template, { list })).toBe(text);
});
