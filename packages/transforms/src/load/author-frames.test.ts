// Stacks → the author's positions.
import { expect, test } from "vitest";
import { findAuthorFrames } from "./describe-failure.ts";

test("findAuthorFrames() returns the positions within the folder, innermost first", () => {
  const stack = `
    at readTitle (/gateway/hooks/transforms/github/issue.ts:12:7)
    at Array.map (<anonymous>)
    at helper (/gateway/node_modules/x/index.js:1:1)
    at async Module.default (file:///gateway/hooks/transforms/a%20b.ts:3:14)
    at <anonymous> (/gateway/hooks/transforms/c.js:1:2)
    at async file:///gateway/hooks/transforms/d.js:4:5
    at other (/gateway/hooks/transforms-2/evil.js:1:1)
    at node:internal/process/task_queues:95:5`;
  expect(findAuthorFrames(stack, "/gateway/hooks/transforms")).toEqual([
    "readTitle github/issue.ts:12:7",
    "Module.default a b.ts:3:14",
    "c.js:1:2",
    "d.js:4:5",
  ]);
});

test("findAuthorFrames() returns the first few of many frames", () => {
  const stack = "\n    at again (/t/a.js:1:1)".repeat(10_000);
  expect(findAuthorFrames(stack, "/t")).toHaveLength(4);
});

test("findAuthorFrames() returns nothing for a text that is not a stack", () => {
  for (const stack of [
    "",
    "undefined",
    "    at (",
    "at x:1:1",
    "    at file://%zz:1:1",
    `    at ${"x".repeat(600)} (/t/a.js:1:1)`,
  ]) {
    expect(findAuthorFrames(stack, "/t")).toEqual([]);
  }
});
