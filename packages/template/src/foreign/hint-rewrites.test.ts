import { describe, expect, it } from "vitest";
import { problemOfTemplate } from "../../test/render.ts";
import { compileTemplate } from "../template.ts";

describe("hintRewrites()", () => {
  it("keeps code, message and position of a tag, and says what to write", () => {
    expect(compileTemplate("a\n{{x | upper}}").problems).toEqual([
      {
        code: "template_syntax",
        message: '"{{x | upper}}" is not a Handlebars expression',
        hint: 'Write "{{upper x}}".',
        line: 2,
        column: 1,
        offset: 2,
        edit: { start: 2, end: 15, text: "{{upper x}}" },
      },
    ]);
  });

  it.each([
    ["{{JSON.stringify x}}", 'Write "{{json x}}".', "{{json x}}"],
    ["{{string.upper x}}", 'Did you mean "upper"?', undefined],
    [
      "{{lodash.size x}}",
      'The nearest here is "{{length x}}", which may render another text.',
      undefined,
    ],
    [
      "{{contact.first name}}",
      'The nearest here is "{{contact.[first name]}}", which may render another text.',
      undefined,
    ],
  ])("looks for the last part of %s, and edits only what is known", (source, hint, text) => {
    const [problem] = compileTemplate(source).problems;
    const { edit } = { edit: undefined, ...problem };
    expect([problem?.hint, edit && (edit as { text: string }).text]).toEqual([hint, text]);
  });

  it("tells of a block where it begins, and once", () => {
    const { problems } = compileTemplate("a {{if .a}}{{elif .b}}{{upcase c}}{{end}} {{size d}}");
    expect(problems).toMatchObject([
      {
        code: "template_syntax",
        message: '"{{if .a}}" is written as in another template language',
        hint: 'Write "{{#if a}}{{else if b}}{{upper c}}{{/if}}".',
        offset: 2,
      },
      { code: "template_helper_unknown", hint: 'Write "{{length d}}".' },
    ]);
    const { problems: unknown } = compileTemplate("{% if a %}{{upcase b}}{{size c}}{% endif %}");
    expect(unknown).toMatchObject([
      { message: '"{% if a %}" is written as in another template language', offset: 0 },
    ]);
  });

  it("tells of what stands in a partial there", () => {
    const partials = { row: "{{upcase a}}", cell: "{{b | lower}}" };
    expect(compileTemplate("{{> row}}", { partials }).problems).toMatchObject([
      { partial: "cell", hint: 'Write "{{lower b}}".' },
      { partial: "row", hint: 'Write "{{upper a}}".' },
    ]);
  });

  it("shows the beginning of a long text, and has all of it as data", () => {
    const body = "x".repeat(700);
    const { hint, edit } = problemOfTemplate(`{{#foreach a as b}}${body}{{/foreach}}`);
    expect(hint).toHaveLength(600 + 'Write "…".'.length);
    expect(edit?.text).toBe(`{{#each a as |b|}}${body}{{/each}}`);
  });

  it("has no edit for what only comes near, and says so", () => {
    const { hint, edit } = problemOfTemplate("{{a | truncate(20)}}");
    expect(hint).toBe(
      'The nearest here is "{{truncate a 20 ellipsis="..."}}", which may render another text.',
    );
    expect(edit).toBe(undefined);
  });

  it("leaves the hint of what it has no words for", () => {
    expect(problemOfTemplate("{{x + [1]}}").hint).toContain("Write a path such as");
  });
});
