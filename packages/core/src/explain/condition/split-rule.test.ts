import { expect, test } from "vitest";
import { readRule } from "../../match/index.ts";
import { atomsOf, splitRule } from "./split-rule.ts";

test("splitRule() gives each atom the path into the rule, for reports", () => {
  const rule = {
    and: [
      { "!": { "!!": [{ exists: "payload.a" }] } },
      { if: [{ in: ["a", "b"] }, { or: { ">": [1, 2] } }, true] },
    ],
  };
  expect(atomsOf(splitRule(readRule(rule))).map(({ at }) => at.join("."))).toEqual([
    "and.0.!.!!.0",
    "and.1.if.0",
    "and.1.if.1.or",
  ]);
});

test.each([true, 1, "text", [0], [{ var: "payload.a" }]])(
  "splitRule() takes %j for a constant that holds",
  (value) => {
    expect(splitRule(readRule({ "!!": [value] }))).toEqual({ kind: "constant", holds: true });
  },
);

test.each([false, 0, "", null, []])("splitRule() takes %j for one that does not", (value) => {
  expect(splitRule(readRule({ "!!": [value] }))).toEqual({ kind: "constant", holds: false });
});

test("splitRule() takes what was refused for one that does not", () => {
  expect(splitRule(readRule("payload.a"))).toEqual({ kind: "constant", holds: false });
});
