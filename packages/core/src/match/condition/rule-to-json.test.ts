import { expect, test } from "vitest";
import { ruleToJson } from "./operators.ts";

test.each([
  ['a "b"\n', '"a \\"b\\"\\n"'],
  [[], "[]"],
  [{}, "{}"],
  [{ in: ["a", [1, null, true]] }, '{ "in": ["a", [1, null, true]] }'],
])("ruleToJson() writes %j in one line", (rule, text) => {
  expect(ruleToJson(rule)).toBe(text);
});

test("ruleToJson() cuts what nobody would read in a hint", () => {
  expect(ruleToJson("x".repeat(300))).toBe(`"${"x".repeat(199)}…`);
  let nested: unknown = 1;
  for (let level = 0; level < 100_000; level++) nested = [nested];
  expect(ruleToJson(nested)).toBe("…");
});
