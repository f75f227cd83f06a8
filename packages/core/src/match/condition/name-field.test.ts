// Names of fields, as other systems write them.
import { expect, test } from "vitest";
import { safeCompileHooks } from "../../engine.ts";
import { nameField } from "./name-field.ts";

test.each([
  ["{{action}}", "payload.action"],
  ["{{ payload.items[0].id }}", "payload.items[0].id"],
  ["${{ github.event.action }}", "payload.action"],
  ["{{ $json.body.action }}", "payload.action"],
  ["$json.action", "payload.action"],
  ["$.body.action", "payload.action"],
  ["$.action", "payload.action"],
  ["$[0].id", "payload[0].id"],
  ["$", "payload"],
  ["body.action", "payload.action"],
  ["event.body.action", "payload.action"],
  ["headers.x-github-event", "headers.x-github-event"],
  ["payload", "payload"],
  ["$json['body']['data[email]']", "payload['data[email]']"],
  ["trigger.headers.x-event", "headers.x-event"],
  ["{{ $request.query.kind }}", "query.kind"],
  ["header", undefined],
  ["event.type", undefined],
  ["$json.body['']", undefined],
  [`body.${"a".repeat(400)}`, undefined],
  ["opened", undefined],
  ["bodyguard", undefined],
  ["{{upper action}}", undefined],
  ["", undefined],
  [5, undefined],
])("nameField() gives the name that var has for %j", (text, name) => {
  expect(nameField(text)).toBe(name);
});

function problemOf(when: object) {
  const mapping = { match: { path: "github", when }, messageTemplate: "{{action}}" };
  const compiled = safeCompileHooks({ hooks: { mappings: [mapping] } });
  return (compiled.ok ? compiled.hooks.warnings : compiled.problems)[0];
}

test("compileHooks() finds a template where a condition compares a field", () => {
  expect(problemOf({ "==": ["opened", "{{action}}"] })).toMatchObject({
    code: "condition_variable",
    severity: "warning",
    path: ["hooks", "mappings", 0, "match", "when", "==", 1],
    hint: 'To read a field of the event write { "var": "payload.action" }.',
  });
});

test("compileHooks() knows the name that another system has for the body", () => {
  expect(problemOf({ "==": [{ var: "$json.body.action" }, "opened"] })).toMatchObject({
    code: "condition_variable",
    severity: "error",
    hint: 'Write "payload.action".',
  });
});
