// Golden data: what each operator that JSON Logic does not have makes of values of every type.
import { expect, test } from "vitest";
import { evaluate, problemsOf } from "./evaluate.ts";
import golden from "./operators.json" with { type: "json" };

const headers = { "x-event": "push" };

test.each(golden.cases)("compileCondition() evaluates $name", ({ rule, value }) => {
  expect(evaluate(rule, golden.payload, headers)).toEqual(value);
  expect(problemsOf(rule).filter(({ severity }) => severity === "error")).toEqual([]);
});
