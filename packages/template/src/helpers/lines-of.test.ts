import { expect, it } from "vitest";
import { linesOf } from "./text.ts";

it.each([
  ["", [""]],
  ["a", ["a"]],
  ["a\nb\r\nc\rd\n", ["a", "b", "c", "d", ""]],
  ["a\n\rb", ["a", "", "b"]],
  ["a\u2028b", ["a\u2028b"]],
])("linesOf() %j is %j", (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});
