import { describe, expect, it } from "vitest";
import { evaluate, holds } from "../../../test/conditions/evaluate.ts";

const list = { var: "payload.list" };
const above = (limit: number) => ({ ">": [{ var: "" }, limit] });

describe("compileScoped()", () => {
  it.each([
    [{ map: [list, { "*": [{ var: "" }, 2] }] }, [2, 4, 6]],
    [{ filter: [list, above(1)] }, [2, 3]],
    [{ all: [list, above(0)] }, true],
    [{ all: [list, above(1)] }, false],
    [{ none: [list, above(3)] }, true],
    [{ none: [list, above(2)] }, false],
    [{ some: [list, above(2)] }, true],
    [{ some: [list, above(3)] }, false],
    [{ reduce: [list, { "+": [{ var: "current" }, { var: "accumulator" }] }, 10] }, 16],
    [{ reduce: [list, { var: "current" }] }, 3],
    [{ map: [[4, 5], { var: "" }] }, [4, 5]],
  ])("evaluates %j", (rule, value) => {
    expect(evaluate(rule, { list: [1, 2, 3] })).toEqual(value);
  });

  it.each([
    [{ map: [list, 1] }, []],
    [{ filter: [list, 1] }, []],
    [{ all: [list, 1] }, false],
    [{ none: [list, 1] }, true],
    [{ some: [list, 1] }, false],
    [{ reduce: [list, 1, "initial"] }, "initial"],
    [{ reduce: [list, 1] }, null],
  ])("takes what is no list for an empty one: %j", (rule, value) => {
    for (const other of [undefined, null, "text", { length: 2 }, []]) {
      expect(evaluate(rule, { list: other })).toEqual(value);
    }
  });

  it("reads fields of the element, and not of the event", () => {
    const payload = { list: [{ a: { b: 1 } }, { a: { b: 2 } }], path: "x" };
    expect(evaluate({ map: [list, { var: "a.b" }] }, payload)).toEqual([1, 2]);
    expect(evaluate({ map: [list, { var: "payload" }] }, payload)).toEqual([null, null]);
  });

  it("looks at elements of lists within elements", () => {
    const rule = { some: [list, { some: [{ var: "tags" }, { "==": [{ var: "" }, "x"] }] }] };
    expect(holds(rule, { list: [{ tags: ["a"] }, { tags: ["x"] }] })).toBe(true);
    expect(holds(rule, { list: [{ tags: ["a"] }, {}] })).toBe(false);
  });
});
