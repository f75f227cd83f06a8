import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

it.each([
  ['{{json (find list by="n" gt=1)}}', '{"n":2}'],
  ['{{json (find list by="n" gt=5)}}', "null"],
  ['{{#with (find list by="n" eq="3")}}{{n}}{{else}}none{{/with}}', "3"],
  ['{{#if (find list by="n" eq=9)}}some{{else}}none{{/if}}', "none"],
  ['{{find missing eq=""}}', ""],
])("find() as in %s is %s", (template, text) => {
  expect(renderTemplate(template, { list: [{ n: 1 }, { n: 2 }, { n: 3 }] })).toBe(text);
});

it("find() is a problem of the config where nothing is to be selected", () => {
  expect(problemOfTemplate("{{find list}}").message).toContain("that select elements");
});
