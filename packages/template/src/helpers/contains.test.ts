import { expect, it } from "vitest";
import { renderTemplate } from "../../test/render.ts";

it.each([
  ["abc", "bc", "true"],
  ["abc", "BC", "false"],
  ["abc", "", "true"],
  [null, "a", "false"],
  [1234, 23, "true"],
  ["a".repeat(50), "a".repeat(40), "true"],
  [`${"a".repeat(50)}b`, `${"a".repeat(40)}b`, "true"],
  ["a".repeat(50), `${"a".repeat(40)}b`, "false"],
  [["a", 5], "5", "true"],
  [["ab"], "a", "false"],
  [["a", null], "", "true"],
  [[{ a: 1 }], { a: 1 }, "true"],
  [{ a: null }, "a", "true"],
  [{ 5: 1 }, 5, "true"],
  [{ a: "b" }, "b", "false"],
  [{}, "constructor", "false"],
  [JSON.parse('{"__proto__": 1}'), "__proto__", "false"],
])("contains() of %j and %j is %s", (whole, value, text) => {
  expect(renderTemplate("{{contains whole value}}", { whole, value })).toBe(text);
});
