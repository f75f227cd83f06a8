import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

it.each([
  ["{{json (last v)}}", ["a", "b"], '"b"'],
  ["{{json (last v)}}", [], "null"],
  ["{{json (last v)}}", "b👋", '"👋"'],
  ["{{json (last v)}}", 57, '"7"'],
  ["{{json (last v)}}", { 0: "a" }, "null"],
  ["{{json (last v 2)}}", ["a", "b", "c"], '["b","c"]'],
  ["{{json (last v 9)}}", ["a"], '["a"]'],
  ["{{json (last v 0)}}", ["a"], "[]"],
  ["{{json (last v missing)}}", ["a"], "[]"],
  ["{{json (last v v.[0])}}", [-1, 2], "[]"],
  ["{{json (last v 2)}}", "a👋👋", '"👋👋"'],
  ["{{json (last v 0)}}", "abc", '""'],
])("last() as in %s of %j is %j", (template, v, text) => {
  expect(renderTemplate(template, { v })).toBe(text);
});

it("last() refuses a literal count that is not a number", () => {
  expect(problemOfTemplate("{{last list -1}}").message).toBe(
    'helper "last" takes a whole number from 0 on as argument 2',
  );
});
