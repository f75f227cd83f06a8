import { expect, it } from "vitest";
import { readRule } from "./read-rule.ts";
import { countOperators } from "./rule-node.ts";

it("countOperators() counts operators and names at any depth, and no values", () => {
  const count = (rule: unknown) => countOperators(readRule(rule));
  expect(count(true)).toBe(0);
  expect(count({ "==": [{ var: "payload.a" }, ["b", null, 1]] })).toBe(2);
  expect(count({ and: [{ "!": { var: "payload.a" } }, { or: [{ var: "path" }] }] })).toBe(5);
  expect(count({ exists: ["payload.a", "payload.b"] })).toBe(3);
  expect(count({ some: [{ var: "payload.a" }, { "==": [{ var: "x" }, 1] }] })).toBe(4);
});
