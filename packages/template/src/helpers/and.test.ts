import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["{{json (and a b)}}", { a: 1, b: "x" }, '"x"'],
  ["{{json (and a b)}}", { a: 0, b: "x" }, "0"],
  ["{{json (and a b)}}", { a: [], b: "x" }, "[]"],
  ["{{json (and a b)}}", { a: {}, b: "" }, '""'],
  ["{{json (and a b)}}", { b: 1 }, "null"],
  ["{{json (and a b c)}}", { a: 1, b: 2, c: 3 }, "3"],
  ["{{json (and a b c)}}", { a: 1, b: false, c: 3 }, "false"],
])("and() as in %s with %j is %s", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});
