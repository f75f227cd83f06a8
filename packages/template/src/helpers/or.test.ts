import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["{{json (or a b)}}", { a: 1, b: "x" }, "1"],
  ["{{json (or a b)}}", { a: 0, b: "x" }, '"x"'],
  ["{{json (or a b)}}", { a: [], b: {} }, "{}"],
  ["{{json (or a b)}}", { a: 0, b: false }, "false"],
  ["{{json (or a b c)}}", { a: "", b: 2, c: 3 }, "2"],
  ["{{json (or a b c)}}", {}, "null"],
])("or() as in %s with %j is %s", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});
