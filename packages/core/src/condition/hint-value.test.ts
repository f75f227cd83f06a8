import { expect, test } from "vitest";
import { problemsOf } from "../../test/conditions/evaluate.ts";
import { hintValue } from "./hint-value.ts";

const EXAMPLE = '{ "==": [{ "var": "payload.field" }, "text"] }';
const opened = { "==": [{ var: "payload.action" }, "opened"] };

test.each([
  [[opened, true], '{ "and": [{ "==": [{ "var": "payload.action" }, "opened"] }, true] }'],
  ["payload.action == 'opened'", '{ "==": [{ "var": "payload.action" }, "opened"] }'],
  ['action!="opened"', '{ "!=": [{ "var": "payload.action" }, "opened"] }'],
  ["pull.size >= 2.5", '{ ">=": [{ "var": "payload.pull.size" }, 2.5] }'],
  ["headers.x-event === null", '{ "===": [{ "var": "headers.x-event" }, null] }'],
  ["query.draft == false", '{ "==": [{ "var": "query.draft" }, false] }'],
])("hintValue() rewrites %j", (rule, written) => {
  expect(hintValue(rule)).toBe(`Write ${written}.`);
  expect(problemsOf(JSON.parse(written))).toEqual([]);
});

test.each([[[]], [{}], [1], [null], ["opened"], ["a == b"], ["a == 'b' && c"]])(
  "hintValue() shows an example where it cannot tell what is meant: %j",
  (rule) => {
    expect(hintValue(rule)).toBe(`Write ${EXAMPLE}.`);
  },
);
