// Conditions in the words of CEL, n8n, Kestra, Tekton, GitHub Actions and others.
import { expect, test } from "vitest";
import { holds, problemsOf } from "../../test/conditions/evaluate.ts";
import { readExpression } from "./read-expression.ts";

const opened = { "==": [{ var: "payload.action" }, "opened"] };

test.each([
  "action == 'opened'",
  "payload.action == 'opened'",
  "body.action == 'opened'",
  'body["action"] == "opened"',
  "event.action == 'opened'",
  "event.body.action == 'opened'",
  "request.body.action == 'opened'",
  "req.body.action == 'opened'",
  "trigger.json.action == 'opened'",
  "trigger.body.action == 'opened'",
  "input.action == 'opened'",
  "inputs.action == 'opened'",
  "$.action == 'opened'",
  "$.body.action == 'opened'",
  "$json.action == 'opened'",
  "$json.body.action == 'opened'",
  "$json['body']['action'] == 'opened'",
  '$("Webhook").item.json.body.action == "opened"',
  '$node["Webhook"].json["body"]["action"] == "opened"',
  "steps.trigger.event.body.action == 'opened'",
  "triggerBody()?['action'] == 'opened'",
  "context.payload.action == 'opened'",
  "msg.payload.action == 'opened'",
  "github.event.action == 'opened'",
  "{{ body.action == 'opened' }}",
  "${{ github.event.action == 'opened' }}",
  "{{ trigger.body.action }} == 'opened'",
  "{{action}} == opened",
  "(body.action == 'opened')",
  "'opened' == body.action",
  "body?.action == 'opened'",
  "={{ $json.action == 'opened' }}",
  "action == `opened`",
  'action == `"opened"`',
  '.action == "opened"',
  'select(.action == "opened")',
  '.Body.action == "opened"',
  '{{ eq .action "opened" }}',
  "eq action 'opened'",
  "{{#if (eq action 'opened')}}true{{/if}}",
  '{{ if eq .action "opened" }}true{{ end }}',
  "{% if action == 'opened' %}true{% endif %}",
  "action is opened",
  "action equals 'opened'",
])("readExpression() reads the body in %s", (text) => {
  const { rule } = readExpression(text) ?? {};
  expect(rule).toEqual(opened);
  expect(holds(rule, { action: "opened" })).toBe(true);
});

test.each<[string, object, object]>([
  ["body.n > 5 && body.m <= 3", { n: 6, m: 3 }, { n: 5, m: 3 }],
  ["5 < body.n", { n: 6 }, { n: 5 }],
  ["5 >= body.n", { n: 5 }, { n: 6 }],
  ["body.a == 'x' or body.b == true", { b: true }, { b: false }],
  ["body.a != null", { a: 1 }, { a: null }],
  ["body.a !== 'x'", { a: 1 }, { a: "x" }],
  ["body.ref.startsWith('refs/tags/')", { ref: "refs/tags/v1" }, { ref: "refs/heads/a" }],
  ["!body.ref.endsWith('main')", { ref: "a" }, { ref: "main" }],
  ["body.text.contains('help')", { text: "help me" }, { text: "x" }],
  ["body.labels.includes('bug')", { labels: ["bug"] }, { labels: [] }],
  ["body.ref.matches('^v[0-9]+$')", { ref: "v12" }, { ref: "vx" }],
  ["startsWith(github.event.ref, 'refs/')", { ref: "refs/x" }, { ref: "x" }],
  ["!contains(body.title, 'WIP')", { title: "x" }, { title: "WIP x" }],
  ["body.action in ['opened', 'closed']", { action: "closed" }, { action: "x" }],
  ["body.action not in ('opened', 'closed')", { action: "x" }, { action: "closed" }],
  ["body.ref =~ /^v/", { ref: "v1" }, { ref: "x" }],
  ["body.ref =~ '^v'", { ref: "v1" }, { ref: "x" }],
  ["has(body.pull_request)", { pull_request: {} }, {}],
  ["!has(body.pull_request)", {}, { pull_request: {} }],
  ["!body.draft", { draft: false }, { draft: true }],
  ["{{count}} != 5", { count: 6 }, { count: 5 }],
])("readExpression() gives a rule that does what %s says", (text, some, other) => {
  const { rule } = readExpression(text) ?? {};
  expect(problemsOf(rule)).toEqual([]);
  expect([holds(rule, some), holds(rule, other)]).toEqual([true, false]);
});

test.each([
  ["headers['x-github-event'] == 'push'", "headers.x-github-event", "x-github-event"],
  ['request.headers["X-GitHub-Event"] == "push"', "headers.x-github-event", "x-github-event"],
  ["$json.headers['x-github-event'] == 'push'", "headers.x-github-event", "x-github-event"],
  ["trigger.headers.x-github-event == 'push'", "headers.x-github-event", "x-github-event"],
  ["header.match('X-GitHub-Event', 'push')", "headers.x-github-event", "x-github-event"],
  ["header.canonical('X-GitHub-Event') == 'push'", "headers.x-github-event", "x-github-event"],
])("readExpression() finds the header in %s, and the clause for it", (text, path, name) => {
  expect(readExpression(text)).toEqual({
    rule: { "==": [{ var: path }, "push"] },
    otherwise: undefined,
    clause: `"headers": { "${name}": "push" }`,
  });
});

test("readExpression() finds lists and parameters, and clauses for texts alone", () => {
  expect(readExpression("request.query.kind in ['a', 'b']")).toMatchObject({
    rule: { in: [{ var: "query.kind" }, ["a", "b"]] },
    clause: '"query": { "kind": ["a","b"] }',
  });
  expect(readExpression("query.n == 5")?.clause).toBeUndefined();
  expect(readExpression("headers == 'x'")).toEqual({
    rule: { "==": [{ var: "headers" }, "x"] },
    otherwise: undefined,
    clause: undefined,
  });
  expect(readExpression("headers.a != 'x'")?.clause).toBeUndefined();
});

test.each<[string, object]>([
  ["'a' in payload.tags", { in: ["a", { var: "payload.tags" }] }],
  ["'a' not in tags", { "!": { in: ["a", { var: "payload.tags" }] } }],
  ["['a', 'b'].includes(payload.kind)", { in: [{ var: "payload.kind" }, ["a", "b"]] }],
  ["not payload.draft", { "!": { var: "payload.draft" } }],
  ["payload.draft", { var: "payload.draft" }],
  ["{{ draft }}", { var: "payload.draft" }],
  ["len(tags) > 1", { ">": [{ var: "payload.tags.length" }, 1] }],
  ["action is not opened", { "!=": [{ var: "payload.action" }, "opened"] }],
  ["count == `5`", { "==": [{ var: "payload.count" }, 5] }],
])("readExpression() reads %s, and the rule has no problem", (text, rule) => {
  expect(readExpression(text)?.rule).toEqual(rule);
  expect(problemsOf(rule)).toEqual([]);
});

test("readExpression() also knows the rule where the name is a key of the body", () => {
  expect(readExpression("event.type == 'message'")).toEqual({
    rule: { "==": [{ var: "payload.type" }, "message"] },
    otherwise: { "==": [{ var: "payload.event.type" }, "message"] },
    clause: undefined,
  });
  expect(problemsOf("event.type == 'message'")[0]?.hint).toBe(
    'Write { "==": [{ "var": "payload.type" }, "message"] }. If the body has a key of that name: { "==": [{ "var": "payload.event.type" }, "message"] }.',
  );
  expect(problemsOf("headers['x-a'] == 'b'")[0]?.hint).toBe(
    'Write { "==": [{ "var": "headers.x-a" }, "b"] }, or in place of "when": "headers": { "x-a": "b" }.',
  );
});

test.each([
  "opened",
  "len(body['']) > 1",
  "not body['']",
  "'a' in body['']",
  "a + b",
  "body.a == ",
  "body.[a == 'b'",
  "body[''].a == 'b'",
  "has(body[''])",
  "!body['']",
  "startsWith(body[''], 'a')",
  "body[''] in ['a']",
  `body.${"a".repeat(400)} == 'b'`,
  `a == '${"b".repeat(500)}'`,
])("readExpression() does not guess what %s means", (text) => {
  expect(readExpression(text)).toBeUndefined();
});

const field = { var: "payload.a" };

test.each<[object, object]>([
  [{ in: [field, "x", "y"] }, { in: [field, ["x", "y"]] }],
  [{ in: [field, ["x"], "y"] }, { in: [field, ["x", "y"]] }],
  [{ "==": [field, "x", "y"] }, { in: [field, ["x", "y"]] }],
  [{ "!=": [field, "x", "y"] }, { "!": { in: [field, ["x", "y"]] } }],
  [{ in: ["x", "y", field] }, { or: [{ in: ["x", field] }, { in: ["y", field] }] }],
  [
    { startsWith: [field, "x", "y"] },
    { or: [{ startsWith: [field, "x"] }, { startsWith: [field, "y"] }] },
  ],
])("readRule() says which rule takes the values of %j", (rule, meant) => {
  const [problem] = problemsOf(rule);
  expect(problem).toMatchObject({ code: "condition_arguments", change: { value: meant } });
  expect(problemsOf(meant)).toEqual([]);
});

test.each<object>([
  { in: ["x", "y", "z"] },
  { matches: [field, "a", "b", "c"] },
  { "!": [field, 1] },
])("readRule() has no hint for the arguments of %j", (rule) => {
  expect(problemsOf(rule)[0]?.hint).toBeUndefined();
});

test.each([
  ["payload.[data[email]]", "payload['data[email]']"],
  ["payload.form[tags[]]", "payload.form['tags[]']"],
])("readRule() spells the name with brackets in %s", (name, spelled) => {
  expect(problemsOf({ var: name })).toMatchObject([
    { hint: `Write "${spelled}".`, change: { value: spelled } },
  ]);
  expect(problemsOf({ var: spelled })).toEqual([]);
});
