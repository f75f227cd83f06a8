import { expect, test } from "vitest";
import { compileTemplate } from "../../../template/src/template.ts";
import type { Problem } from "../base/problem.ts";
import { safeCompileHooks } from "../engine.ts";

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

test("F3 checkForeignSyntax() warns of text that another language evaluates, and says what to write", () => {
  expect(warningsOf("Hi\n${payload.a}")).toEqual([
    {
      code: "template_foreign_syntax",
      severity: "warning",
      path: ["hooks", "mappings", 0, "messageTemplate"],
      message:
        'messageTemplate of mapping "p" shows "${payload.a}" as it stands; only what is in double braces is evaluated.',
      hint: 'Write "{{payload.a}}". Where the text is meant so, write a backslash before it.',
      templatePosition: { line: 2, column: 1 },
      templateSpan: { start: 3, end: 15 },
      templateEdit: { start: 3, end: 15, text: "{{payload.a}}" },
    },
  ]);
});

test("F3 checkForeignSyntax() warns of an expression that means another thing here", () => {
  const [warning, ...others] = warningsOf("{{a[*].b}}");
  expect(others).toEqual([]);
  expect(warning).toMatchObject({
    message:
      'messageTemplate of mapping "p" has "{{a[*].b}}", which does not mean here what it means in other template languages.',
    hint: 'Write "{{join (pluck a "b")}}".',
  });
});

test("checkForeignSyntax() has no edit for what cannot be said here, and shortens what it shows", () => {
  const [warning] = warningsOf(`{% set ${"x".repeat(80)} = 1 %}`);
  expect(warning?.message).toContain(`"{% set ${"x".repeat(53)}…"`);
  expect(warning?.hint).toContain("Expressions are {{name}}, blocks {{#if name}}…{{/if}}.");
  expect(warning).not.toHaveProperty("templateEdit");
});

test("checkForeignSyntax() has no edit for what only comes near", () => {
  const [warning] = warningsOf("{% if a and b or c %}x{% endif %}");
  expect(warning?.hint).toContain('The nearest here is "{{#if (or (and a b) c)}}x{{/if}}"');
  expect(warning).not.toHaveProperty("templateEdit");
});

test("F3 a backslash keeps the text, and is not shown", async () => {
  const text = "\\{a.b} \\${a.b} \\{% if a %} \\{x} \\\\{{a}}";
  expect(warningsOf(text)).toEqual([]);
  expect(warningsOf("\\{a.b}")).toEqual([]);
  const render = (source: string) =>
    compileTemplate(source).template?.render({ payload: { a: 1 } });
  expect(render(text)).toBe("{a.b} ${a.b} {% if a %} \\{x} \\1");
  expect(render("\\{a.b}, \\n")).toBe("{a.b}, \\n");
});

test("F3 hooks.templates.ignore keeps texts that begin so", () => {
  const text = "{a.b} {a.c} ${a.b} {% if a %}";
  expect(warningsOf(text)).toHaveLength(4);
  expect(warningsOf(text, { templates: { ignore: ["{a.", "${a.b}", "{%"] } })).toEqual([]);
  expect(warningsOf(text, { templates: { ignore: ["{a.b", "${"] } })).toHaveLength(2);
  expect(warningsOf(text, { templates: {} })).toHaveLength(4);
});

test("F3 partials and every other template are checked", () => {
  const template = "{{> row}}";
  expect(warningsOf(template, { partials: { row: "{a.b}", other: "{{a}}" } })).toMatchObject([
    { path: ["hooks", "partials", "row"], message: expect.stringContaining('Partial "row" shows') },
  ]);
  expect(warningsOf("x", {}, { name: "{a.b}", to: "${a.b}" }).map(({ path }) => path[3])).toEqual([
    "to",
    "name",
  ]);
  // A partial that is wrong is told of where it is used.
  expect(warningsOf(template, { partials: { row: "{a.b}{{elif x}}" } })).toEqual([]);
});

test.each([
  'Answer as JSON: {"a": {"b": [1, 2]}, "c": "{x}"} or {} or {a: 1} or { a, b }',
  "PATCH /repos/{owner}/{repo}/issues/{id} with ${TOKEN} and $HOME, 100% sure, 50%off",
  "Run `awk '{print $1}'` and `find . -exec rm {} \\;` in src/{core,cli}/*.{ts,js}",
  "In 2006, at 15:04, {{a}} {{#if b}}{{c}}{{/if}} {{#each d as |e|}}{{e}}{{/each}} %s %d {{f}}{g}",
  "{{date x 'YYYY-MM-DD'}} {{#with x}}{{end}}{{/with}} {{format.a}} a[] b[*] c?.d {{range}} {{if}}",
  "int main() { return a.b; } \\frac{a.b}{c} #{a.b} @{a.b} {...a.b} { a.b() }",
])("F3 checkForeignSyntax() does not warn of %s", (text) => {
  expect(warningsOf(text)).toEqual([]);
});
