import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

it.each([
  ["{{json (first v)}}", ["a", "b"], '"a"'],
  ["{{json (first v)}}", [], "null"],
  ["{{json (first v)}}", "👋b", '"👋"'],
  ["{{json (first v)}}", 57, '"5"'],
  ["{{json (first v)}}", { 0: "a" }, "null"],
  ["{{json (first v)}}", null, '""'],
  ["{{json (first v 2)}}", ["a", "b", "c"], '["a","b"]'],
  ["{{json (first v 9)}}", ["a"], '["a"]'],
  ["{{json (first v 0)}}", ["a"], "[]"],
  ["{{json (first v missing)}}", ["a"], "[]"],
  ["{{json (first v '1')}}", ["a"], '["a"]'],
  ["{{json (first v v.[0])}}", [-1, 2], "[]"],
  ["{{json (first v 2)}}", "👋👋👋", '"👋👋"'],
  ["{{json (first v 2)}}", { a: 1 }, "[]"],
])("first() as in %s of %j is %j", (template, v, text) => {
  expect(renderTemplate(template, { v })).toBe(text);
});

it("first() refuses a literal count that is not a number", () => {
  const { message, position } = problemOfTemplate("Hi\n {{first list 'two'}}");
  expect(message).toBe('helper "first" takes a whole number from 0 on as argument 2');
  expect(position).toEqual({ line: 2, column: 2 });
});
