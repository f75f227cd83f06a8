import { expect, test } from "vitest";
import { withProblems } from "../../../test/reporting.ts";
import type { HooksInput, MappingInput } from "../config/config.ts";
import { checkLiterals } from "./check-literals.ts";

const check = (hooks: HooksInput) =>
  withProblems((report) => checkLiterals(hooks, report)).problems.map(({ path, hint }) => ({
    path: path.join("."),
    hint,
  }));
const inMapping = (mapping: MappingInput) => check({ mappings: [mapping] });

test.each<[MappingInput, string, string]>([
  [
    { respond: { json: { a: ["{{challenge}}"] } } },
    "respond.json.a.0",
    '"echo": { "from": "payload.challenge", "to": "json", "as": "a" }',
  ],
  [{ respond: { text: "{{query.q}}" } }, "respond.text", '{ "from": "query.q", "to": "text" }'],
  [{ respond: { text: "got ${id}" } }, "respond.text", "same for every event"],
  [{ respond: { text: "got {id}" } }, "respond.text", "same for every event"],
  [{ respond: { text: "<%= id %>" } }, "respond.text", "same for every event"],
  [
    { match: { headers: { "x-user": "{{user.name}}" } } },
    "match.headers.x-user",
    '"when": { "==": [{ "var": "headers.x-user" }, { "var": "payload.user.name" }] }',
  ],
  [
    { match: { query: { a: "${headers.b}" } } },
    "match.query.a",
    '[{ "var": "query.a" }, { "var": "headers.b" }]',
  ],
  [{ match: { source: "{{a}}" } }, "match.source", "Write the value itself."],
  [{ id: "{{a}}" }, "id", "Write the value itself."],
  [{ transform: { module: "${MODULE}" } }, "transform.module", "in keys of secrets alone"],
  [{ auth: { provider: "{% a %}" } }, "auth.provider", "Write the value itself."],
  [{ to: "*" }, "to", "Write one recipient."],
  [{ to: "-100123, -100456" }, "to", "Write one recipient."],
  [{ agentId: "ops|dev" }, "agentId", "Write one agent."],
  [{ accountId: "a;b" }, "accountId", "Write one account."],
  [{ model: "*" }, "model", "Write one model."],
])("checkLiterals() warns of %j", (mapping, path, hint) => {
  const found = inMapping(mapping);
  expect(found).toMatchObject([{ path: `hooks.mappings.0.${path}` }]);
  expect(found[0]?.hint).toContain(hint);
});

test("checkLiterals() warns of variables and stars in the settings of hooks", () => {
  const gmail = { account: "${MAIL}", label: "A,B" };
  expect(check({ gmail, transformsDir: "{{a}}" })).toMatchObject([
    { path: "hooks.gmail.account" },
    { path: "hooks.transformsDir" },
    { path: "hooks.gmail.label" },
  ]);
  const lists = { allowedSessionKeyPrefixes: ["hook:*", "*"], allowedAgentIds: ["team-*"] };
  expect(check(lists)).toMatchObject([
    { hint: 'Write "hook:": a key only has to begin with it.' },
    { hint: "Remove the list to allow every key." },
    { path: "hooks.allowedAgentIds.0" },
  ]);
  const [long] = withProblems((report) =>
    checkLiterals({ mappings: [{ id: `{{${"a".repeat(100)}}}` }] }, report),
  ).problems;
  expect(long?.message.length).toBeLessThan(120);
});

test.each<HooksInput>([
  { allowedSessionKeyPrefixes: ["hook:"], allowedAgentIds: ["*", "main"] },
  { allowedAgentIds: [undefined as unknown as string], partials: { a: "{{a}}" } },
  { token: "${TOKEN}", mappings: [{ auth: { provider: "github", secret: "${SECRET}" } }] },
  { mappings: [{ messageTemplate: "{{a}} ${A}", sessionKey: "hook:{{a}}", to: "{{a}}" }] },
  { mappings: [{ respond: { text: '{"ok":true}', type: "application/json" } }] },
  { mappings: [{ respond: { text: "<Response><Say>Hi</Say></Response>" } }] },
  { mappings: [{ respond: { text: "{} { } {1} {{ }}" }, match: { path: "{{a}}" } }] },
  { mappings: [{ to: "+4915112345678" }, { to: "-100123:topic:7" }, { to: "#ops" }] },
  { mappings: [{ to: "user@example.com", model: "v/m-1.5" }] },
  { gmail: { account: "me@gmail.com", label: "Label_1" } },
])("checkLiterals() accepts %j", (hooks) => {
  expect(check(hooks)).toEqual([]);
});
