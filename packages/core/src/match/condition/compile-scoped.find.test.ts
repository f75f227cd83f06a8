import { expect, test } from "vitest";
import { unitsOf } from "../../../../template/test/event-budget.ts";
import { evaluate, holds, problemsOf } from "../../../test/conditions/evaluate.ts";

const list = { var: "payload.list" };

test("compileScoped() charges find for the elements that it looks at", () => {
  const payload = { list: new Array(1_000).fill("x") };
  const cost = (wanted: string) =>
    unitsOf((budget) => holds({ find: [list, { "==": [{ var: "" }, wanted] }] }, payload, budget));
  expect(cost("y")).toBeGreaterThan(100 * cost("x"));
});

test("compileScoped() counts a list of any length at once", () => {
  const payload = { list: new Array(1_000_000).fill(0) };
  expect(evaluate({ count: list }, payload)).toBe(1_000_000);
});

test("compileScoped() refuses a field of find that is not fixed text", () => {
  expect(problemsOf({ find: [list, true, { var: "x" }] })).toMatchObject([
    { code: "condition_variable", path: ["find", 2] },
  ]);
});

test("compileVariable() refuses a name of exists that is neither text nor a rule", () => {
  expect(problemsOf({ exists: ["payload.a", true] })).toMatchObject([
    { code: "condition_variable", path: ["exists", 1] },
  ]);
  expect(problemsOf({ exists: [["payload.a"]] })).toMatchObject([{ path: ["exists", 0] }]);
  expect(problemsOf({ exists: "action" })).toMatchObject([
    { hint: expect.stringContaining('"payload.action"') },
  ]);
});

test("compileName() knows that a body is the payload", () => {
  expect(problemsOf({ var: "body.action" })).toMatchObject([{ hint: 'Write "payload.action".' }]);
  expect(evaluate({ map: [[1], { var: "body" }] })).toEqual([null]);
});

test("compileName() reads now as text", () => {
  expect(evaluate({ var: "now.length" })).toBe(24);
});
