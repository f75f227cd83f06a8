import { expect, test } from "vitest";
import { compileTemplate } from "../../../../template/src/authoring/template.ts";
import { safeCompileHooks } from "../../compile-hooks.ts";
import type { Problem } from "../../model/problem.ts";

const warningsOf = (
  messageTemplate: string,
  hooks: object = {},
  action: object = {},
): readonly Problem[] => {
  const mappings = [{ id: "p", match: { path: "p" }, messageTemplate, ...action }];
  const result = safeCompileHooks({ hooks: { mappings, ...hooks } });
  const problems = result.ok ? result.hooks.warnings : result.problems;
  return problems.filter(({ code }) => code === "template_foreign_syntax");
};

test("checkForeignSyntax() accepts texts that begin with an entry of hooks.templates.ignore", () => {
  const text = "{a.b} {a.c} ${a.b} {% if a %}";
  expect(warningsOf(text)).toHaveLength(4);
  expect(warningsOf(text, { templates: { ignore: ["{a.", "${a.b}", "{%"] } })).toEqual([]);
  expect(warningsOf(text, { templates: { ignore: ["{a.b", "${"] } })).toHaveLength(2);
  expect(warningsOf(text, { templates: {} })).toHaveLength(4);
});

test("checkForeignSyntax() checks partials and every template", () => {
  const template = "{{> row}}";
  expect(warningsOf(template, { partials: { row: "{a.b}", other: "{{a}}" } })).toMatchObject([
    { path: ["hooks", "partials", "row"], message: expect.stringContaining('Partial "row" shows') },
  ]);
  expect(warningsOf("x", {}, { name: "{a.b}", to: "${a.b}" }).map(({ path }) => path[3])).toEqual([
    "to",
    "name",
  ]);
  // A wrong partial is reported where it is used.
  expect(warningsOf(template, { partials: { row: "{a.b}{{elif x}}" } })).toEqual([]);
});

test.each([
  'Answer as JSON: {"a": {"b": [1, 2]}, "c": "{x}"} or {} or {a: 1} or { a, b }',
  "PATCH /repos/{owner}/{repo}/issues/{id} with ${TOKEN} and $HOME, 100% sure, 50%off",
  "In 2006, at 15:04, {{a}} {{#if b}}{{c}}{{/if}} {{#each d as |e|}}{{e}}{{/each}} %s %d {{f}}{g}",
  "{{date x 'YYYY-MM-DD'}} {{#with x}}{{end}}{{/with}} {{format.a}} a[] b[*] c?.d {{range}} {{if}}",
])("checkForeignSyntax() does not warn of %s", (text) => {
  expect(warningsOf(text)).toEqual([]);
});

test("checkForeignSyntax() has no edit for what only comes near", () => {
  const [warning] = warningsOf("{% if a and b or c %}x{% endif %}");
  expect(warning?.hint).toContain('The closest is "{{#if (or (and a b) c)}}x{{/if}}"');
  expect(warning).not.toHaveProperty("templateEdit");
});

test("checkForeignSyntax() accepts a text behind a backslash, which is not rendered", async () => {
  const text = "\\{a.b} \\${a.b} \\{% if a %} \\{x} \\\\{{a}}";
  expect(warningsOf(text)).toEqual([]);
  expect(warningsOf("\\{a.b}")).toEqual([]);
  const render = (source: string) =>
    compileTemplate(source).template?.render({ payload: { a: 1 } });
  expect(render(text)).toBe("{a.b} ${a.b} {% if a %} \\{x} \\1");
  expect(render("\\{a.b}, \\n")).toBe("{a.b}, \\n");
});

test("checkForeignSyntax() has no edit for what cannot be said here, and shortens what it shows", () => {
  const [warning] = warningsOf(`{% set ${"x".repeat(80)} = 1 %}`);
  expect(warning?.message).toContain(`"{% set ${"x".repeat(53)}…"`);
  expect(warning?.hint).toContain("Expressions are {{name}}, blocks {{#if name}}…{{/if}}.");
  expect(warning).not.toHaveProperty("templateEdit");
});
