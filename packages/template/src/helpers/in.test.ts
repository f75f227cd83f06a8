import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

it.each([
  ["{{in v list}}", { v: "b", list: ["a", "b"] }, "true"],
  ["{{in v list}}", { v: 5, list: ["5"] }, "true"],
  ["{{in v list}}", { v: "c", list: ["a", "b"] }, "false"],
  ["{{in v list}}", { v: { a: 1 }, list: [{ a: 1 }] }, "true"],
  ["{{in v list}}", { list: ["a", null] }, "true"],
  ["{{in v list}}", { v: "a", list: "a" }, "false"],
  ["{{in v list}}", {}, "false"],
  ["{{in v 'a' 'b'}}", { v: "b" }, "true"],
  ["{{in v 'a' 'b' other}}", { v: "c", other: "c" }, "true"],
  ["{{in v 'a' list}}", { v: "b", list: ["b"] }, "false"],
])("in() as in %s with %j is %s", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it("in() refuses a single literal, which is never a list", () => {
  expect(problemOfTemplate("{{#if (in action 'opened')}}x{{/if}}")).toMatchObject({
    message: 'helper "in" takes a list, or two or more values to choose from',
    hint: 'For one value write "eq".',
    position: { line: 1, column: 7 },
  });
});
