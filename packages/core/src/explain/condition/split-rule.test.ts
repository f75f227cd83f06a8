import { expect, test } from "vitest";
import { atomsOf, splitRule } from "./split-rule.ts";

test("splitRule() gives each atom the path into the rule, as a trace has it", () => {
  const rule = {
    and: [
      { "!": { "!!": [{ exists: "payload.a" }] } },
      { if: [{ in: ["a", "b"] }, { or: { ">": [1, 2] } }, true] },
    ],
  };
  expect(atomsOf(splitRule(rule)).map(({ path }) => path.join("."))).toEqual([
    "and.0.!.!!.0",
    "and.1.if.0",
    "and.1.if.1.or",
  ]);
});

test.each([true, 1, "text", [0]])("splitRule() takes %j for a constant that holds", (rule) => {
  expect(splitRule(rule)).toEqual({ kind: "constant", holds: true });
});

test.each([false, 0, "", null, []])("splitRule() takes %j for one that does not", (rule) => {
  expect(splitRule(rule)).toEqual({ kind: "constant", holds: false });
});
