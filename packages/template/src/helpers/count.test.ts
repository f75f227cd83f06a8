import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

it.each([
  ['{{count list by="n" gte=2}}', "2"],
  ['{{count list by="n"}}', "3"],
  ["{{count list by=field}}", "3"],
  ['{{count texts eq="a"}}', "2"],
  ['{{count missing eq="a"}}', "0"],
  ["{{#if (count texts eq='z')}}some{{else}}none{{/if}}", "none"],
  ["{{count}} {{#count}}{{n}}{{/count}} {{count count ne=''}}", '[{"n":1}] 1 1'],
])("count() as in %s is %s", (template, text) => {
  const list = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 0 }];
  const payload = { list, texts: ["a", "b", "a"], field: "n", count: [{ n: 1 }] };
  expect(renderTemplate(template, payload)).toBe(text);
});

it("count() is a problem of the config where nothing is to be selected", () => {
  expect(problemOfTemplate("{{count list}}").message).toContain("that select elements");
});
