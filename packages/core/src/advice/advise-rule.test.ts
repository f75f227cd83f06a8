import { expect, test } from "vitest";
import { problemsOf } from "../../test/conditions/evaluate.ts";

const EXAMPLE = '{ "==": [{ "var": "payload.field" }, "text"] }';
const opened = { "==": [{ var: "payload.action" }, "opened"] };

test.each([
  [[opened, true], '{ "and": [{ "==": [{ "var": "payload.action" }, "opened"] }, true] }'],
  ["payload.action == 'opened'", '{ "==": [{ "var": "payload.action" }, "opened"] }'],
  ['action!="opened"', '{ "!=": [{ "var": "payload.action" }, "opened"] }'],
  ["pull.size >= 2.5", '{ ">=": [{ "var": "payload.pull.size" }, 2.5] }'],
  ["headers.x-event === null", '{ "===": [{ "var": "headers.x-event" }, null] }'],
  ["query.draft == false", '{ "==": [{ "var": "query.draft" }, false] }'],
  ["{{action}} == opened", '{ "==": [{ "var": "payload.action" }, "opened"] }'],
  ["{{code}} == 007", '{ "==": [{ "var": "payload.code" }, "007"] }'],
  ["{{ merged }} == true", '{ "==": [{ "var": "payload.merged" }, true] }'],
  ["title == 'a and b || c'", '{ "==": [{ "var": "payload.title" }, "a and b || c"] }'],
  [
    "a == 'x' && b != 'y' || c > 1",
    '{ "or": [{ "and": [{ "==": [{ "var": "payload.a" }, "x"] }, { "!=": [{ "var": "payload.b" }, "y"] }] }, { ">": [{ "var": "payload.c" }, 1] }] }',
  ],
  [
    "a == 1 and b == 2",
    '{ "and": [{ "==": [{ "var": "payload.a" }, 1] }, { "==": [{ "var": "payload.b" }, 2] }] }',
  ],
])("adviseRules() rewrites %j", (rule, written) => {
  expect(problemsOf(rule)[0]?.hint).toBe(`Write ${written}.`);
  expect(problemsOf(JSON.parse(written))).toEqual([]);
});

test.each([
  [[]],
  [{}],
  [1],
  [null],
  ["opened"],
  ["a == b"],
  ["a == 'b' && c"],
  ["a == 007"],
  ["a == 'b'".repeat(100)],
])("adviseRules() shows an example where it cannot tell what is meant: %j", (rule) => {
  expect(problemsOf(rule)[0]?.hint).toBe(`Write ${EXAMPLE}.`);
});

test.each<[object, string]>([
  [
    { field: "action", operator: "equals", value: "x" },
    '{ "==": [{ "var": "payload.action" }, "x"] }',
  ],
  [
    { path: "headers.x", op: "regex", value: "^a" },
    '{ "matches": [{ "var": "headers.x" }, "^a"] }',
  ],
  [{ key: "a", value: 1 }, '{ "==": [{ "var": "payload.a" }, 1] }'],
  [
    { "!": [true], action: "x" },
    '{ "and": [{ "!": [true] }, { "==": [{ "var": "payload.action" }, "x"] }] }',
  ],
  [
    { a: ["x", "y"], b: null },
    '{ "and": [{ "in": [{ "var": "payload.a" }, ["x", "y"]] }, { "==": [{ "var": "payload.b" }, null] }] }',
  ],
  [
    { field: "a", operator: "resembles", value: "x" },
    '{ "and": [{ "==": [{ "var": "payload.field" }, "a"] }, { "==": [{ "var": "payload.operator" }, "resembles"] }, { "==": [{ "var": "payload.value" }, "x"] }] }',
  ],
])("adviseRules() makes one rule of %j", (rule, written) => {
  expect(problemsOf(rule)[0]?.hint).toBe(`Write ${written}.`);
  expect(problemsOf(JSON.parse(written))).toEqual([]);
});

test.each([
  { a: {}, b: 1 },
  { "a b": 1, c: 2 },
  { a: [], b: 1 },
  { a: [{}], b: 1 },
])("adviseRules() says how rules are joined where it cannot tell what %j means", (rule) => {
  expect(problemsOf(rule)[0]?.hint).toBe('Join rules with { "and": […] }.');
});
