import { describe, expect, it } from "vitest";
import { holds } from "../../test/conditions/evaluate.ts";
import type { Evaluation } from "./condition.ts";
import { ConditionLimitError, spendCopying, spendWork } from "./spend-work.ts";

function evaluationWith(left: number): Evaluation {
  return { data: undefined, work: { left }, trace: undefined };
}

describe("spendWork()", () => {
  it("throws when no work is left", () => {
    const evaluation = evaluationWith(2);
    spendWork(evaluation, 2);
    expect(() => spendWork(evaluation, 1)).toThrow(ConditionLimitError);
  });

  it("counts the elements of all lists of a rule together", () => {
    const each = { "==": [{ var: "" }, 0] };
    const rule = {
      and: [{ all: [{ var: "payload.a" }, each] }, { all: [{ var: "payload.b" }, each] }],
    };
    const zeros = (length: number) => Array.from({ length }, () => 0);
    expect(holds(rule, { a: zeros(5000), b: zeros(5000) })).toBe(true);
    expect(holds(rule, { a: zeros(5000), b: zeros(5001) })).toBeUndefined();
  });
});

describe("spendCopying()", () => {
  it("counts text and lists by their length, and nothing else", () => {
    const evaluation = evaluationWith(10);
    for (const value of [1, null, undefined, true, { length: 1e9 }, "x".repeat(999), []]) {
      spendCopying(evaluation, value);
    }
    expect(evaluation.work.left).toBe(10);
    spendCopying(evaluation, "x".repeat(3_000));
    spendCopying(evaluation, Array.from({ length: 1000 }));
    expect(evaluation.work.left).toBe(6);
    expect(() => spendCopying(evaluation, "x".repeat(7_000))).toThrow(ConditionLimitError);
  });
});
