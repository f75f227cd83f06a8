import { expect, it } from "vitest";
import { countOperators } from "./operators.ts";

it("countOperators() counts operators at any depth, and no values", () => {
  expect(countOperators(true)).toBe(0);
  expect(countOperators({ "==": [{ var: "payload.a" }, ["b", null, 1]] })).toBe(2);
  expect(countOperators({ and: [{ "!": { var: "payload.a" } }, { or: [{ var: "path" }] }] })).toBe(
    5,
  );
});

it("countOperators() goes no deeper than a rule may be", () => {
  let rule: unknown = true;
  for (let level = 0; level < 100_000; level++) rule = [rule];
  expect(countOperators({ "!": rule })).toBe(1);
});
