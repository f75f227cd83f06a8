import { expect, test } from "vitest";
import { BEARER, createHarness } from "../../../test/ingress/harness.ts";
import { withProblems } from "../../../test/reporting.ts";
import { compileConfig, compileHooks, safeCompileHooks } from "../../compile-hooks.ts";
import type { HooksInput, MappingInput } from "../config/config.ts";
import { checkMisplaced, checkPresence } from "./check-presence.ts";

function warningsOf(mapping: MappingInput, hooks: HooksInput = {}) {
  const one = { match: { path: "ci" }, messageTemplate: "x", ...mapping };
  const { problems } = compileConfig({ hooks: { ...hooks, mappings: [one] } }, {});
  return problems.filter(({ code }) => /_stray$/.test(code));
}

const codesOf = (messageTemplate: string, others: MappingInput = {}, hooks: HooksInput = {}) =>
  warningsOf({ messageTemplate, ...others }, hooks).map(({ code }) => code);

test.each([
  "{{index}}",
  "{{#if item.a}}x{{/if}}",
  "{{#each item.rows}}{{a}}{{/each}}",
  "{{#item}}{{a}}{{/item}}",
  "{{upper (default item.a 'x')}}",
  "{{date now zone=item.zone}}",
  "{{#if a}}x{{else if item.a}}y{{else}}z{{/if}}",
])("L10 checkNames() finds %s", (template) => {
  expect(codesOf(template)).toEqual(["template_item_stray"]);
});

test.each<[string, MappingInput?]>([
  ["{{item.a}} {{index}}", { forEach: "items" }],
  ["{{payload.item.a}} {{this.item.a}} {{./index}}"],
  ["{{#each items}}{{item.a}} {{index}} {{@index}}{{/each}}"],
  ["{{#items}}{{item.a}}{{/items}}"],
  ["{{#each items as |item index|}}{{index}} {{item.a}}{{/each}}"],
  ["{{items.item}} {{line_item}} item {{! item }} {{truncate a 5}} index"],
  ["{{#with a}}{{../item}}{{/with}}"],
  ["{{#*inline 'row'}}{{item.a}}{{/inline}}{{#each items}}{{> row item=this}}{{/each}}"],
  ["{{item.a}}", { match: { path: "ci", when: { "!!": [{ var: "payload.item.a" }] } } }],
  ["{{{{raw}}}}{{item.a}}{{{{/raw}}}}"],
  ["{{#if item}}"],
  ['{{"item name"}} {{lookup items "index"}}'],
])("L10 checkNames() says nothing of %s", (template, mapping) => {
  expect(codesOf(template, mapping)).toEqual([]);
});

test.each([
  "{{#each rows as |row|}}x{{else}}{{row.a}}{{/each}}",
  "{{#each rows as |row|}}x{{/each}}{{#each row.parts}}{{a}}{{/each}}",
  "{{#with a.b as |row|}}x{{/with}}{{#if row.a}}y{{/if}}",
])("L10 checkNames() finds the name outside of its block in %s", (template) => {
  expect(codesOf(template)).toEqual(["template_name_stray"]);
});

test.each([
  "{{#with user as |user|}}{{user.a}}{{/with}}{{user.b}}",
  "{{#each rows as |row|}}{{#each row.parts as |part|}}{{row.a}}{{part.a}}{{/each}}{{/each}}",
  "{{#each rows as |path|}}{{path}}{{/each}}{{path}}",
  "{{#each rows as |row|}}x{{/each}}{{#each others}}{{row.a}}{{/each}}",
  "{{#each rows as |row|}}x{{/each}}{{payload.row.a}}",
  "{{#each rows as |row|}}{{#if a}}{{row.b}}{{else}}{{row.c}}{{/if}}{{/each}}",
  "{{#rows as |row|}}{{row.a}}{{/rows}}",
])("L10 checkNames() says nothing where a block gives the name: %s", (template) => {
  expect(codesOf(template)).toEqual([]);
});

test("L10 checkNames() warns where a partial reads a name of the block around its call", () => {
  const partials = { line: "- {{row.a}}\n" };
  const template = "{{#each rows as |row|}}{{> line}}{{/each}}";
  expect(warningsOf({ messageTemplate: template }, { partials })).toMatchObject([
    {
      code: "template_name_stray",
      message: expect.stringContaining('calls the partial "line", which reads "row.a"'),
      hint: "Write {{> line row=row}}.",
      templatePosition: { line: 1, column: 24 },
    },
  ]);
});

test.each([
  ["{{#each rows as |row|}}{{> line row=row}}{{/each}}", "{{row.a}}"],
  ["{{#each rows as |row|}}{{> line row}}{{/each}}", "{{a}}"],
  ["{{#each rows as |row|}}{{> line}}{{/each}}", "{{a}} {{#each xs as |row|}}{{row}}{{/each}}"],
  ["{{#each rows as |row|}}x{{/each}}{{> line}}", "{{a}}"],
  ["{{#each rows as |row|}}{{#> rest}}{{row.a}}{{/rest}}{{> line}}{{/each}}", "{{a}}"],
])("L10 checkNames() says nothing of a partial that gets what it reads: %s", (template, line) => {
  expect(codesOf(template, {}, { partials: { line } })).toEqual([]);
});

test("L10 checkNames() looks into every template of a mapping", () => {
  const mapping = { sessionKey: "hook:{{item.id}}", dedupeKey: "{{item.id}}", to: "{{index}}" };
  expect(warningsOf({ ...mapping, channel: "slack" }).map(({ path }) => path.at(-1))).toEqual([
    "dedupeKey",
    "sessionKey",
    "to",
  ]);
  expect(warningsOf({ action: "wake", textTemplate: "{{item.a}}" })).toMatchObject([
    { path: ["hooks", "mappings", 0, "textTemplate"] },
  ]);
});

const inner = (messageTemplate: string) =>
  compileConfig({ hooks: { mappings: [{ match: { path: "ci" }, messageTemplate }] } }, {})
    .problems.filter(({ code }) => code === "template_block_field")
    .map(({ severity, hint, templateEdit }) => [severity, hint, templateEdit?.text]);

test.each([
  [
    "{{#with build}}{{build.job.id}}{{/with}}",
    ["warning", "Write {{this.job.id}}.", "this.job.id"],
  ],
  ["{{#a.rows}}{{rows.[x y]}}{{/a.rows}}", ["warning", "Write {{this.[x y]}}.", "this.[x y]"]],
  [
    "{{repo.name}}{{#each commits}}{{id}} {{repo.name}}{{/each}}",
    ["hint", "Write {{@root.repo.name}} if the event's is meant.", "@root.repo.name"],
  ],
])("checkNames() says what to write for %s", (template, expected) => {
  expect(inner(template)).toEqual([expected]);
});

test.each([
  "{{#each commits}}{{id}} {{author.name}} {{this.commits.id}} {{../commits.id}}{{/each}}",
  "{{author.name}}{{#each commits}}{{author.name}}{{/each}}",
  "{{repo.name}}{{#each commits}}{{@root.repo.name}} {{../repo.name}}{{/each}}",
  "{{payload.id}}{{#each payload.rows}}{{payload.id}}{{/each}}",
  "{{#each commits as |commits|}}{{commits.id}}{{/each}}",
  "{{#each (sort rows)}}{{rows.id}}{{/each}}",
  "{{#if commits}}{{commits.length}}{{/if}}",
  "{{#*inline 'row'}}{{rows.id}}{{/inline}}{{#each rows}}{{> row}}{{/each}}",
])("checkNames() takes the fields of %s as they are", (template) => {
  expect(inner(template)).toEqual([]);
});

test.each([
  ["{{data[email]}}", "data[email]", "data.email"],
  ["Hi {{upper data[merges][FNAME]}}", "data[merges][FNAME]", "data.merges.FNAME"],
  ["{{#each tags[]}}{{this}}{{/each}}", "tags[]", "tags"],
])("checkNames() says how %s reads a field of a form", (messageTemplate, field, nested) => {
  const warn = (body: MappingInput["body"], text = messageTemplate) =>
    compileConfig(
      { hooks: { mappings: [{ match: { path: "ci" }, messageTemplate: text, body }] } },
      {},
    ).problems.filter(({ hint }) => hint?.includes("nested"));
  const quoted = `payload['${field}']`;
  expect(warn("form")).toMatchObject([
    {
      code: "template_foreign_syntax",
      hint: `Write {{${quoted}}}, or "body": { "form": "nested" } and {{${nested}}}.`,
      templateEdit: { text: quoted },
    },
  ]);
  expect(warn("form", messageTemplate.replace(field, quoted))).toEqual([]);
  expect(warn({ form: "nested" }, messageTemplate.replace(field, nested))).toEqual([]);
  expect(warn("json")).toEqual([]);
});

function lint(mapping: MappingInput, transforms = {}) {
  const config = { hooks: { mappings: [{ id: "m", match: { path: "x" }, ...mapping }] } };
  const { warnings } = compileHooks(config, { transforms });
  return warnings.filter(({ code }) => code !== "hooks_disabled");
}

test("checkElementRead() warns where each element makes the same action", () => {
  const mapping = { forEach: "orders", messageTemplate: "{{order.id}}" };
  expect(lint(mapping)).toEqual([
    {
      code: "for_each_unread",
      severity: "warning",
      path: ["hooks", "mappings", 0, "forEach"],
      message:
        'No template of mapping "m" reads the element of "orders": each of them makes the same action.',
      hint: 'Write {{item.field}} for a field of the element, or remove "forEach" for one action of the event.',
    },
  ]);
  expect(lint({ ...mapping, forEach: "payload.a.orders", messageTemplate: "{{b}}" })).toHaveLength(
    1,
  );
});

test.each([
  { forEach: "orders", messageTemplate: "{{a}} {{item.id}}" },
  { forEach: "orders", messageTemplate: "{{a}}", sessionKey: "hook:{{index}}" },
  { forEach: "orders", messageTemplate: "{{orders[0].id}}" },
  { forEach: "payload.entry.changes", messageTemplate: "{{entry[0].changes[0].id}} {{a}}" },
  { forEach: "orders", messageTemplate: "{{a}}{{json payload}}" },
  { forEach: "orders", messageTemplate: "{{a}}{{#each orders}}{{id}}{{/each}}" },
  { forEach: "orders", messageTemplate: "a new order" },
])("checkElementRead() says nothing of %j", (mapping) => {
  expect(lint(mapping)).toEqual([]);
});

test("checkElementRead() leaves a mapping with a transform to it", () => {
  const transforms = { "t.js": () => undefined };
  const mapping = { forEach: "orders", messageTemplate: "{{a}}", transform: { module: "t.js" } };
  expect(lint(mapping, transforms)).toEqual([]);
});

const check = (...keys: string[]) => withProblems((report) => checkPresence(keys, report)).problems;

test("L1 checkPresence() warns that nothing is served, and says what to add", () => {
  expect(check("gateway", "agents")).toEqual([
    {
      code: "hooks_missing",
      severity: "warning",
      path: [],
      message: 'The config has no "hooks", so nothing is served.',
      hint: 'Add "hooks": { "enabled": true, "token": "${HOOK_TOKEN}", "mappings": [ … ] }.',
    },
  ]);
});

test("L1 checkPresence() puts keys at the root under hooks", () => {
  expect(check("enabled", "gateway", "mappings")[0]?.hint).toBe(
    'Put "enabled", "mappings" under "hooks": { … }.',
  );
});

test("checkPresence() says which command reads an event file or a test file", () => {
  expect(check("path", "payload", "headers")[0]?.hint).toContain("--event FILE");
  expect(check("payload")[0]?.hint).toContain('Add "hooks"');
  expect(check("config", "cases")[0]?.hint).toContain("hookwright test FILE");
});

test("checkPresence() knows a misspelled hooks", () => {
  expect(check("gateway", "hook")[0]?.hint).toBe('Rename "hook" to "hooks".');
  expect(check("Hooks")[0]?.hint).toBe('Rename "Hooks" to "hooks".');
});

const misplaced = (keys: readonly string[], hooks: HooksInput) =>
  withProblems((report) => checkMisplaced(keys, hooks, report)).problems;

test("L1 checkMisplaced() warns of keys of hooks at the root", () => {
  expect(misplaced(["hooks", "mappings"], { enabled: true })).toEqual([
    {
      code: "hooks_misplaced",
      severity: "warning",
      path: ["mappings"],
      message: '"mappings" stands beside "hooks", where nothing reads it.',
      hint: 'Move it into "hooks": { … }; in YAML, indent it like "enabled".',
    },
  ]);
});

// Templates that read the first element of a list → the lint, its fix, and what is said of each event.

const configOf = (keys: MappingInput, path = "x") => ({
  hooks: { mappings: [{ id: "m", match: { path }, ...keys } as MappingInput] },
});

function lintFirst(keys: MappingInput, path?: string) {
  const result = safeCompileHooks(configOf(keys, path));
  const all = result.ok ? [...result.hooks.warnings, ...result.hooks.hints] : result.problems;
  return all.filter(({ code }) => code === "list_first_only");
}

const text = (messageTemplate: string) => ({ messageTemplate });

test("checkFirstOnly() warns of mails that are dropped, with a safe fix", () => {
  expect(lintFirst(text("{{messages[0].subject}} {{payload.messages.[0].from}}"), "gmail")).toEqual(
    [
      {
        code: "list_first_only",
        severity: "warning",
        path: ["hooks", "mappings", 0, "messageTemplate"],
        message:
          'Mapping "m" reads only the first element of "messages": where an event has more, they are dropped.',
        hint: 'Write "forEach": "messages" for an action of each, or {{#each messages}}…{{/each}} to show all of them in one.',
        change: {
          kind: "add",
          path: ["hooks", "mappings", 0],
          key: "forEach",
          value: "messages",
          safe: true,
        },
      },
    ],
  );
});

test.each([
  ["{{status}} {{alerts[0].a}}", "alerts"],
  ["{{[x y].[0].b}}", "[x y]"],
  ["{{rows[0].a}}", "rows"],
  ["{{a.rows[0].cells[0].b}}", "a.rows.cells"],
  [
    "{{entry[0].changes[0].contacts[0].a}}{{entry[0].changes[0].messages[0].b}}",
    "entry.changes.messages",
  ],
  ["{{#with events.[0]}}{{name}}{{/with}}", "events"],
  ["{{[0].a}}{{this.[0].b}}", "payload"],
])("checkFirstOnly() hints what to write for %s", (template, value) => {
  expect(lintFirst(text(template))).toMatchObject([
    { severity: "hint", change: { value, safe: false } },
  ]);
});

test.each([
  ["{{title}}{{labels[0].name}}", '"labels"', "{{#each labels}}"],
  ["{{a[0].b}}{{c[0].d}}", '"a"', "{{#each a}}"],
  ["{{events[0].a}}{{alerts[0].b}}", '"events"', "{{#each events}}"],
  ["{{a.__proto__[0].b}}", '"a.__proto__"', "Write {{#each"],
  ["{{body.__proto__[0].b}}", '"body.__proto__"', "Write {{#each"],
])("checkFirstOnly() has no fix where the list may be a detail: %s", (template, name, words) => {
  const [problem, ...others] = lintFirst(text(template));
  expect(others).toEqual([]);
  expect(problem?.message).toContain(name);
  expect(problem?.hint).toContain(words);
  expect(problem).not.toHaveProperty("change");
});

test.each([
  "{{messages[0].a}}{{messages[1].a}}",
  "{{messages[0].a}} of {{messages.length}}",
  "{{messages[0].a}}{{#each messages}}{{b}}{{/each}}",
  "{{messages[0].a}}{{json payload}}",
  "{{first messages}}",
  "{{grid[1][0]}}",
  "{{query.[0]}}{{title}}",
  "{{#each rows}}{{cells.[0]}}{{/each}}",
])("checkFirstOnly() says nothing of %s", (messageTemplate) => {
  expect(lintFirst({ messageTemplate })).toEqual([]);
});

test("checkFirstOnly() says nothing where the rest is not lost", () => {
  const messageTemplate = "{{messages[0].a}}";
  expect(lintFirst({ messageTemplate, forEach: "messages" })).toEqual([]);
  expect(lintFirst({ messageTemplate, skip: true })).toEqual([]);
  expect(lintFirst({ messageTemplate: "x", sessionKey: "hook:{{messages[0].id}}" })).toEqual([]);
  expect(lintFirst({ messageTemplate, name: "{{join messages}}" })).toEqual([]);
  const transforms = { "t.js": () => undefined };
  const own = { messageTemplate, transform: { module: "t.js" } };
  expect(compileHooks(configOf(own), { transforms }).hints).toEqual([]);
});

test("resolve() notes each list of which only the first element was read", async () => {
  const hooks = compileHooks(configOf(text("{{entry[0].rows[0].a}}{{payload.own[0].b}}")));
  const note = async (payload: unknown) => {
    const resolution = await hooks.resolve({ path: "x", payload });
    return resolution.outcome === "action" ? resolution.notes : resolution.outcome;
  };
  expect(await note({ entry: [{ rows: [1, 2, 3] }, { rows: [] }] })).toEqual([
    'List "entry" has 2 elements, only [0] was read.',
    'List "entry[0].rows" has 3 elements, only [0] was read.',
  ]);
  expect(await note({ entry: [{ rows: [1] }] })).toBeUndefined();
  expect(await note({ entry: "no list" })).toBeUndefined();
  expect(await note({ payload: { own: [1, 2] } })).toEqual([
    'List "own" has 2 elements, only [0] was read.',
  ]);
});

test("createRecord() and explain() tell it, for a wake too", async () => {
  const wake = { action: "wake", textTemplate: "{{events[0].name}}" } as const;
  const config = configOf(wake);
  const payload = { events: [{ name: "a" }, { name: "b" }, { name: "c" }] };
  const note = 'List "events" has 3 elements, only [0] was read.';
  const { resolution } = await compileHooks(config).explain({ path: "x", payload });
  expect(resolution).toMatchObject({ outcome: "action", notes: [note], warnings: [] });
  const harness = createHarness({ hooks: config.hooks });
  await harness.send({ target: "/hooks/x", body: JSON.stringify(payload), headers: BEARER });
  expect(harness.records).toMatchObject([{ status: 200, detail: note }]);
});

test.each([
  ["{{body[0].email}}", "body", "payload", [{ email: "a" }, { email: "b" }]],
  ["{{body.items[0].email}}", "body.items", "items", { items: [{ email: "a" }, { email: "b" }] }],
])(
  "checkFirstOnly() knows the root of another tool in %s, and its hint holds for both bodies",
  async (written, asField, asBody, bare) => {
    const [found] = lintFirst(text(written));
    expect(found?.change).toBeUndefined();
    expect(found?.hint).toContain(
      `"forEach": "${asBody}"; where it has one, "forEach": "${asField}"`,
    );
    const count = async (forEach: string, payload: unknown) => {
      const config = configOf({ forEach, messageTemplate: "{{item.email}}" });
      const resolution = await compileHooks(config).resolve({ path: "x", payload });
      return resolution.outcome === "batch" ? resolution.elements.length : resolution.outcome;
    };
    expect(await count(asBody, bare)).toBe(2);
    expect(await count(asField, { body: bare })).toBe(2);
  },
);

test("L10 checkNames() warns of item without forEach", () => {
  expect(warningsOf({ messageTemplate: "New:\n{{item.name}} {{item.id}}" })).toEqual([
    {
      code: "template_item_stray",
      severity: "warning",
      path: ["hooks", "mappings", 0, "messageTemplate"],
      message:
        'The messageTemplate of mapping "mapping-1" reads "item.name", which is a field of the body here: only with "forEach" there is an "item".',
      hint: 'Add "forEach": "path.of.the.list", or write {{payload.item.name}} for a field of the body.',
      templatePosition: { line: 2, column: 3 },
      templateSpan: { start: 7, end: 16 },
    },
  ]);
});

test("L10 checkNames() warns of a name outside of the block that gives it", () => {
  const messageTemplate = "{{#each rows as |row|}}{{row.a}}{{/each}} {{row.b}}";
  expect(warningsOf({ messageTemplate })).toMatchObject([
    {
      code: "template_name_stray",
      severity: "warning",
      path: ["hooks", "mappings", 0, "messageTemplate"],
      message:
        'The messageTemplate of mapping "mapping-1" reads "row.b" outside of the block that gives the name "row", where it is a field of the body.',
      hint: "Move it into that block, or write {{payload.row.b}} for a field of the body.",
      templatePosition: { line: 1, column: 45 },
    },
  ]);
});
