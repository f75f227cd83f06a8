import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["{{default a b}}", { a: 1, b: 2 }, "1"],
  ["{{default a b}}", { b: 2 }, "2"],
  ["{{default a b}}", { a: null, b: 2 }, "2"],
  ["{{default a b}}", { a: "", b: 2 }, "2"],
  ["{{default a b}}", { a: " ", b: 2 }, " "],
  ["{{default a b}}", { a: 0, b: 2 }, "0"],
  ["{{default a b}}", { a: false, b: 2 }, "false"],
  ["{{default a b}}", { a: [], b: 2 }, "[]"],
  ["{{default a b}}", { a: {}, b: 2 }, "{}"],
  ["{{default a b 'c'}}", {}, "c"],
  ["[{{default a b}}]", {}, "[]"],
])("default() of %s with %j is %j", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});
