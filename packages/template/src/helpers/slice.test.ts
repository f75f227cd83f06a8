import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

it.each([
  ["{{json (slice v 1)}}", ["a", "b", "c"], '["b","c"]'],
  ["{{json (slice v 1 2)}}", ["a", "b", "c"], '["b"]'],
  ["{{json (slice v -2 -1)}}", ["a", "b", "c"], '["b"]'],
  ["{{json (slice v -9 9)}}", ["a", "b"], '["a","b"]'],
  ["{{json (slice v 2 1)}}", ["a", "b", "c"], "[]"],
  ["{{json (slice v missing)}}", ["a"], '["a"]'],
  ["{{json (slice v 0 missing)}}", ["a"], '["a"]'],
  ["{{json (slice v '1')}}", ["a", "b"], '["b"]'],
  ["{{json (slice v 1)}}", "a👋c", '"👋c"'],
  ["{{json (slice v 1 2)}}", "a👋c", '"👋"'],
  ["{{json (slice v -2 -1)}}", "a👋c", '"👋"'],
  ["{{json (slice v -9 9)}}", "a👋", '"a👋"'],
  ["{{json (slice v 2 1)}}", "abc", '""'],
  ["{{json (slice v -1)}}", "\ud800\udc00\udc00", '"\\udc00"'],
  ["{{json (slice v 1)}}", 12_345, '"2345"'],
  ["{{json (slice v 0)}}", { a: 1 }, "[]"],
  ["{{json (slice v 0)}}", null, '""'],
])("slice() as in %s of %j is %j", (template, v, text) => {
  expect(renderTemplate(template, { v })).toBe(text);
});

it.each([
  ["{{slice v 'one'}}", 2],
  ["{{slice v 0 1.5}}", 3],
])("slice() refuses a literal place that is none: %s", (template, place) => {
  expect(problemOfTemplate(template).message).toBe(
    `helper "slice" takes a whole number as argument ${place}`,
  );
});
