import { expect, test } from "vitest";
import { compileTemplate } from "../../../../template/src/authoring/template.ts";
import { mappingsOf, withProblems } from "../../../test/reporting.ts";
import { safeCompileHooks } from "../../compile-hooks.ts";
import type { Problem } from "../../model/problem.ts";
import type { HooksInput, MappingInput } from "../config/config.ts";
import { checkPartials } from "./check-partials.ts";

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
  "In 2006, at 15:04, {{a}} {{#if b}}{{c}}{{/if}} {{#each d as |e|}}{{e}}{{/each}} %s %d {{f}}{g}",
  "{{date x 'YYYY-MM-DD'}} {{#with x}}{{end}}{{/with}} {{format.a}} a[] b[*] c?.d {{range}} {{if}}",
])("F3 checkForeignSyntax() does not warn of %s", (text) => {
  expect(warningsOf(text)).toEqual([]);
});

const check = (hooks: HooksInput, isIncomplete = () => false) =>
  withProblems((report) =>
    checkPartials(hooks.partials ?? {}, { mappings: mappingsOf(hooks), isIncomplete }, report),
  ).problems;

const unused = (partials: Record<string, string>, ...mappings: MappingInput[]) =>
  check({ partials, mappings }).map(({ path }) => path.at(-1));

test("L10 checkPartials() warns of a partial that no template uses", () => {
  const hooks = { partials: { row: "x", foot: "y" }, mappings: [{ messageTemplate: "{{> row}}" }] };
  expect(check(hooks)).toEqual([
    {
      code: "partial_unused",
      severity: "warning",
      path: ["hooks", "partials", "foot"],
      message: 'No template uses the partial "foot".',
      hint: "Write {{> foot}} where it belongs, or remove it.",
    },
  ]);
});

test.each(["{{>row}}", '{{> "row"}}', "{{> 'row'}}"])(
  "L10 checkPartials() finds the call %s",
  (messageTemplate) => {
    expect(unused({ row: "x" }, { messageTemplate })).toEqual([]);
  },
);

test.each<MappingInput>([
  { messageTemplate: "x", instructions: "{{> row}}" },
  { messageTemplate: "x", sessionKey: "hook:{{> row}}" },
  { messageTemplate: "x", dedupeKey: "{{> row}}" },
  { action: "wake", textTemplate: "{{> row}}" },
])("L10 checkPartials() looks into every template: %j", (mapping) => {
  expect(unused({ row: "x" }, mapping)).toEqual([]);
});

test("L10 checkPartials() follows partials that other partials use, from a template", () => {
  const partials = { outer: "{{> inner}}", inner: "{{> outer}}", left: "{{> right}}", right: "x" };
  expect(unused(partials, { messageTemplate: "{{> outer}}" })).toEqual(["left", "right"]);
  expect(unused({ rows: "x" }, { messageTemplate: "{{> row}} rows" })).toEqual(["rows"]);
});

test("L10 checkPartials() says nothing where there is no template, or a wrong one", () => {
  expect(unused({ row: "x" })).toEqual([]);
  expect(unused({ "": "x" }, { messageTemplate: "{{> ''}}" })).toEqual([]);
  const hooks = { partials: { row: "x" }, mappings: [{ messageTemplate: "x" }] };
  expect(check(hooks, () => true)).toEqual([]);
});

test("checkForeignSyntax() has no edit for what only comes near", () => {
  const [warning] = warningsOf("{% if a and b or c %}x{% endif %}");
  expect(warning?.hint).toContain('The closest is "{{#if (or (and a b) c)}}x{{/if}}"');
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

test("checkForeignSyntax() has no edit for what cannot be said here, and shortens what it shows", () => {
  const [warning] = warningsOf(`{% set ${"x".repeat(80)} = 1 %}`);
  expect(warning?.message).toContain(`"{% set ${"x".repeat(53)}…"`);
  expect(warning?.hint).toContain("Expressions are {{name}}, blocks {{#if name}}…{{/if}}.");
  expect(warning).not.toHaveProperty("templateEdit");
});
