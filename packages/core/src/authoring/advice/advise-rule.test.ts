import { expect, test } from "vitest";
import { holds, problemsOf } from "../../../test/conditions/evaluate.ts";
import { OPERATORS } from "../rules/index.ts";
import { readExpression } from "./read-expression.ts";

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

const title = { var: "payload.title" };

test.each([
  ["flter", 1, 'Did you mean "filter"?'],
  ["starts with", 1, 'Did you mean "startsWith"?'],
  ["log", 1, "Remove it; `explain` shows what each atom of the condition saw."],
  ["not", 1, 'Write "!".'],
  ["regex", 1, 'Write "matches".'],
  ["now", [], 'Write { "var": "now" }.'],
  ["contains", 1, 'Write { "in": [part, whole] }.'],
  ["contains", [title, "WIP"], 'Write { "in": ["WIP", { "var": "payload.title" }] }.'],
  ["includes", ["WIP", title], 'Write { "in": ["WIP", { "var": "payload.title" }] }.'],
  ["not_in", [title, ["a"]], 'Write { "!": { "in": [{ "var": "payload.title" }, ["a"]] } }.'],
  ["workflow", "build", 'Write { "==": [{ "var": "payload.workflow" }, "build"] }.'],
  ["pull.state", "open", 'Write { "==": [{ "var": "payload.pull.state" }, "open"] }.'],
  ["something else", "x", `Known: ${[...OPERATORS.keys()].join(", ")}.`],
  ["workflow", {}, `Known: ${[...OPERATORS.keys()].join(", ")}.`],
  ["workflow", [{ prefix: 1 }], `Known: ${[...OPERATORS.keys()].join(", ")}.`],
  ["workflow", [{ suffix: null }], `Known: ${[...OPERATORS.keys()].join(", ")}.`],
  ["workflow", [{ "anything-but": [{}] }], `Known: ${[...OPERATORS.keys()].join(", ")}.`],
  ["something else", { $eq: 1 }, `Known: ${[...OPERATORS.keys()].join(", ")}.`],
  ["=", 1, 'Write "==".'],
  ["match", 1, 'Write "matches".'],
  [
    "match",
    { type: "value", value: "x", parameter: { source: "header", name: "X-Kind" } },
    'Write { "==": [{ "var": "headers.x-kind" }, "x"] }.',
  ],
])("adviseRules() says what to write for %s of %j", (name, written, hint) => {
  expect(problemsOf({ [name]: written })).toMatchObject([{ hint }]);
});

test.each([
  { type: "payload-hmac-sha256", secret: "x" },
  { type: "value", value: "x", parameter: { source: "context", name: "a" } },
  { type: "value", value: "x", parameter: { source: 1, name: "a" } },
  { type: "value", value: "x", parameter: { source: "payload" } },
  { type: "value", value: {}, parameter: { source: "payload", name: "a" } },
  { type: "regex", regex: 1, parameter: { source: "payload", name: "a" } },
])("adviseRules() shows an example for a match that compares no field with a text: %j", (match) => {
  const hint = `Write ${EXAMPLE}; a signature or address of the sender is checked by "auth" of the mapping.`;
  expect(problemsOf({ match })).toMatchObject([{ hint }]);
});

test.each([
  { contains: [title, "WIP"] },
  { includes: ["WIP", title] },
  { not_in: [title, ["a"]] },
  { workflow: "build" },
  { workflow: 1 },
  { merged: true },
  { merged: null },
  { "payload.action": "x" },
  { action: ["x", "y"] },
  { action: { $eq: "x" } },
  { action: { $ne: "x" } },
  { action: { $in: ["x", "y"] } },
  { action: { $nin: ["x"] } },
  { action: { $exists: true } },
  { action: { $exists: false } },
  { action: { $regex: "^x" } },
  { action: ["opened", { prefix: "re" }, { suffix: "ed" }] },
  { action: [{ "anything-but": ["closed", "x"] }] },
  { action: [{ exists: true }] },
  { action: [{ exists: false }, "x"] },
  { match: { type: "regex", regex: "^v", parameter: { source: "payload", name: "ref" } } },
  { match: { type: "value", value: 1, parameter: { source: "url", name: "n" } } },
])("adviseOperator() writes a rule that has no problem, for %j", (rule) => {
  const hint = problemsOf(rule)[0]?.hint ?? "";
  expect(problemsOf(JSON.parse(hint.slice("Write ".length, -1)))).toEqual([]);
});

// Conditions in the words of CEL, n8n, Kestra, Tekton, GitHub Actions and others.

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
