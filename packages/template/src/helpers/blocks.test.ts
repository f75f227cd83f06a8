import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, traceTemplate } from "../../test/render.ts";

it.each([
  ["{{{{raw}}}}a {{b}} {{#if}}{{{{/raw}}}}", {}, "a {{b}} {{#if}}"],
  ["{{{{raw}}}}{{b}}{{{{/raw}}}}", { raw: false }, "{{b}}"],
  ["{{{{raw}}}}{{b}}{{{{/raw}}}}", { raw: [1, 2] }, "{{b}}"],
  ["{{#each list}}{{{{raw}}}}{{.}}{{{{/raw}}}}{{/each}}", { list: [1, 2] }, "{{.}}{{.}}"],
  ["{{~x}} {{{{raw}}}} {{x}} {{{{/raw}}}} {{x~}}", { x: 1 }, "1  {{x}}  1"],
  ["x\n{{{{raw}}}}\n{{a[0].b}}}\n{{{{/raw}}}}\ny", {}, "x\n{{a[0].b}}}\ny"],
  ["{{{{raw}}}}{{{{/raw}}}}", {}, ""],
])("raw() shows what stands in it: %j with %j is %j", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it.each([
  ["{{#raw}}{{b}}{{/raw}}", { raw: { b: 1 } }, "1"],
  ["{{#raw}}{{.}}{{else}}none{{/raw}}", { raw: [1, 2] }, "12"],
  ["{{#raw}}a{{else}}none{{/raw}}", {}, "none"],
  ["{{^raw}}none{{/raw}}", {}, "none"],
  ["{{raw}}", { raw: "field" }, "field"],
  ["{{{{field}}}}{{b}}{{{{/field}}}}", { field: false }, ""],
  ["{{{{field}}}}{{b}}{{{{/field}}}}", { field: [1, 2] }, "{{b}}{{b}}"],
])("raw() leaves a field alone: %j with %j is %j", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it("raw() takes no arguments", () => {
  expect(problemOfTemplate("{{{{raw x}}}}{{{{/raw}}}}").message).toBe(
    'helper "raw" takes 0 arguments, not 1',
  );
});

it("raw() reports its text to a trace as the operator's", () => {
  expect(traceTemplate("{{{{raw}}}}{{b}}{{{{/raw}}}}").parts).toEqual([{ text: "{{b}}" }]);
});
