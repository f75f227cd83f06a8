import { expect, test } from "vitest";
import { compileConfig } from "../../../compile-hooks.ts";
import type { HooksInput, MappingInput } from "../../config/config.ts";

function warningsOf(mapping: MappingInput, hooks: HooksInput = {}) {
  const one = { match: { path: "ci" }, messageTemplate: "x", ...mapping };
  const { problems } = compileConfig({ hooks: { ...hooks, mappings: [one] } }, {});
  return problems.filter(({ code }) => /_stray$/.test(code));
}

const codesOf = (messageTemplate: string, others: MappingInput = {}, hooks: HooksInput = {}) =>
  warningsOf({ messageTemplate, ...others }, hooks).map(({ code }) => code);

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
])("check() accepts %s", (template, mapping) => {
  expect(codesOf(template, mapping)).toEqual([]);
});

test.each([
  "{{#with user as |user|}}{{user.a}}{{/with}}{{user.b}}",
  "{{#each rows as |row|}}{{#each row.parts as |part|}}{{row.a}}{{part.a}}{{/each}}{{/each}}",
  "{{#each rows as |path|}}{{path}}{{/each}}{{path}}",
  "{{#each rows as |row|}}x{{/each}}{{#each others}}{{row.a}}{{/each}}",
  "{{#each rows as |row|}}x{{/each}}{{payload.row.a}}",
  "{{#each rows as |row|}}{{#if a}}{{row.b}}{{else}}{{row.c}}{{/if}}{{/each}}",
  "{{#rows as |row|}}{{row.a}}{{/rows}}",
])("check() reports nothing where a block gives the name: %s", (template) => {
  expect(codesOf(template)).toEqual([]);
});

test.each([
  ["{{#each rows as |row|}}{{> line row=row}}{{/each}}", "{{row.a}}"],
  ["{{#each rows as |row|}}{{> line row}}{{/each}}", "{{a}}"],
  ["{{#each rows as |row|}}{{> line}}{{/each}}", "{{a}} {{#each xs as |row|}}{{row}}{{/each}}"],
  ["{{#each rows as |row|}}x{{/each}}{{> line}}", "{{a}}"],
  ["{{#each rows as |row|}}{{#> rest}}{{row.a}}{{/rest}}{{> line}}{{/each}}", "{{a}}"],
])("check() accepts a partial that gets what it reads: %s", (template, line) => {
  expect(codesOf(template, {}, { partials: { line } })).toEqual([]);
});

test("check() looks into every template of a mapping", () => {
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
  "{{#each commits}}{{id}} {{author.name}} {{this.commits.id}} {{../commits.id}}{{/each}}",
  "{{author.name}}{{#each commits}}{{author.name}}{{/each}}",
  "{{repo.name}}{{#each commits}}{{@root.repo.name}} {{../repo.name}}{{/each}}",
  "{{payload.id}}{{#each payload.rows}}{{payload.id}}{{/each}}",
  "{{#each commits as |commits|}}{{commits.id}}{{/each}}",
  "{{#each (sort rows)}}{{rows.id}}{{/each}}",
  "{{#if commits}}{{commits.length}}{{/if}}",
  "{{#*inline 'row'}}{{rows.id}}{{/inline}}{{#each rows}}{{> row}}{{/each}}",
])("check() takes the fields of %s as they are", (template) => {
  expect(inner(template)).toEqual([]);
});

test.each([
  ["{{data[email]}}", "data[email]", "data.email"],
  ["Hi {{upper data[merges][FNAME]}}", "data[merges][FNAME]", "data.merges.FNAME"],
  ["{{#each tags[]}}{{this}}{{/each}}", "tags[]", "tags"],
])("check() says how %s reads a field of a form", (messageTemplate, field, nested) => {
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
