import { expect, test } from "vitest";
import { readRule } from "../../match/index.ts";
import { ruleToText } from "./split-rule.ts";

const a = { var: "payload.a" };

test.each([
  [{ "==": [{ "+": [a, 1] }, { "-": [a] }] }, "(payload.a + 1) == -(payload.a)"],
  [{ "!": [{ in: ["x", a] }] }, 'not ("x" in payload.a)'],
  [{ or: [{ and: [a, a] }, { "!": a }] }, "(payload.a and payload.a) or not payload.a"],
  [{ matches: [a, "^x"] }, 'payload.a matches "^x"'],
  [{ matches: [a, "^x", "ignoreCase"] }, 'matches(payload.a, "^x", "ignoreCase")'],
  [{ exists: ["payload.a", { find: [a, true] }] }, "exists(payload.a, find(payload.a, true))"],
  [{ some: [a, { "==": [{ var: "" }, null] }] }, "some(payload.a, element == null)"],
  [{ var: ["payload.a", { "+": [1, 2] }] }, "payload.a ?? (1 + 2)"],
  [{ merge: [[a], {}] }, "merge([payload.a], {})"],
  [{ "==": [a, undefined] }, "payload.a == undefined"],
  [{ and: [a, { "=": [a, 1] }] }, "payload.a and null"],
  [{ missing: ["payload.a", a] }, 'missing("payload.a", null)'],
  [{ missing_some: [1, ["payload.a", a]] }, 'missing_some(1, ["payload.a", null])'],
])("ruleToText() writes %j as an expression", (rule, text) => {
  expect(ruleToText(readRule(rule))).toBe(text);
});

test("ruleToText() cuts a long expression", () => {
  expect(ruleToText(readRule({ "==": [a, "x".repeat(300)] }))).toHaveLength(161);
});
