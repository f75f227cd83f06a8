import { expect, test } from "vitest";
import { parseThinking } from "./action.ts";

test.each([
  ["off", ["OFF", "none", "disabled"]],
  ["minimal", ["min", "think"]],
  ["low", ["on", "enable", "think-hard", "Think Hard"]],
  ["medium", ["mid", "med", "think_harder"]],
  ["high", ["ultra", "ultrathink", "highest"]],
  ["xhigh", ["x-high", "extra high"]],
  ["max", ["maximum"]],
])("parseThinking() knows the synonyms of %s", (level, names) => {
  for (const name of [level, ...names]) expect(parseThinking(name)).toBe(level);
});

test("parseThinking() finds no level in other words", () => {
  expect(parseThinking("adaptive")).toBeUndefined();
  expect(parseThinking("")).toBeUndefined();
});
