import { expect, test } from "vitest";
import { describeArity } from "./describe-arity.ts";

test.each([
  [[0, 0], "0 arguments"],
  [[1, 1], "1 argument"],
  [[0, 1], "0 to 1 argument"],
  [[1, 3], "1 to 3 arguments"],
  [[1, Number.POSITIVE_INFINITY], "at least 1 argument"],
  [[2, Number.POSITIVE_INFINITY], "at least 2 arguments"],
] as const)("describeArity() says %j in words", (arity, words) => {
  expect(describeArity(arity, "to")).toBe(words);
});

test("describeArity() says the word between as it is told", () => {
  expect(describeArity([2, 3], "or")).toBe("2 or 3 arguments");
});
