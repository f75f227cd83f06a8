import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import { templates } from "../../test/generate-template.ts";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";
import { parseTemplate } from "./parse-template.ts";
import { positionFromOffset } from "./template-problem.ts";

const HINT =
  "Write a path such as {{user.name}} or {{items[0].id}}, or a helper and its arguments.";

describe("parseTemplate()", () => {
  it("throws what is no problem of the template", () => {
    expect(() => parseTemplate(undefined as unknown as string)).toThrow(TypeError);
  });

  it.each([
    ["{{}}", "{{}}", "1:1"],
    ["a {{b,c}}", "{{b,c}}", "1:3"],
    ["{{list[0].a}} {{b!}}", "{{b!}}", "1:15"],
    ["{{x}}}\n{{x}}} {{b=}}", "{{b=}}", "2:8"],
    ["{{#if x}}{{else}}{{a/../b}}{{/if}}", "{{a/../b}}", "1:18"],
    ["{{#[a b] c}}{{/[a b]}}{{{x~}}}", "{{{x~}}}", "1:23"],
    ["{{^x y=}}{{/x}}", "{{^x y=}}", "1:1"],
    ["{{~#> row x=}}{{/row}}", "{{~#> row x=}}", "1:1"],
    ["{{#if x}}{{else if (}}{{/if}}", "{{else if (}}", "1:10"],
    ["{{x}} {{else-x}}", "{{else-x}}", "1:7"],
    ["{{> row 'x' =}}", "{{> row 'x' =}}", "1:1"],
    ["{{{{a.b}}}}{{{{/a.b}}}}", "{{{{a.b}}}}{{{{/a.b}}}}", "1:1"],
    ["{{b}} {{.[0]}}", "{{.[0]}}", "1:7"],
  ])("finds what is no expression in %s", (source, tag, at) => {
    const { position, ...problem } = problemOfTemplate(source);
    expect(problem).toEqual({
      code: "template_syntax",
      message: `"${tag}" is not a Handlebars expression`,
      hint: HINT,
      partial: undefined,
    });
    expect(`${position.line}:${position.column}`).toBe(at);
  });

  it("says no more than it knows where every tag is good by itself", () => {
    expect(problemOfTemplate("a \0 {{b}}")).toMatchObject({
      code: "template_syntax",
      message: "it is not a Handlebars template",
      position: { line: 1, column: 1 },
    });
  });

  it("says so of a raw block, which is one tag", () => {
    const source = "{{{{raw}}}}\0{{{{/raw}}}}";
    expect(problemOfTemplate(source).message).toBe(`"${source}" is not a Handlebars expression`);
  });

  it.each([
    ["{{b!}} {{#if a}}", ["b!", '"if" opened at 1:8 is never closed']],
    ["{{b!}} {{#if a}}{{else if c!}}{{/if}}", ["b!", "c!"]],
    ["{{a b!}}{{c | d}} {{#each e}}{{f!}}{{/each}}", ["a b!", "c | d", "f!"]],
    ["{{#if a}}{{#each b}}", ['"if" opened', '"each" opened']],
    ["{{#if a}}x{{/iff}} {{#each b}}y{{/eech}}", ["{{/iff}}", "{{/eech}}"]],
    ["{{#if a}}x{{/each}}y{{/if}}{{/with}}", ["{{/each}}", "{{/with}}"]],
    ["{{#if a}}x{{/each}}y", ["{{/each}}"]],
    ["{{#if a}}{{#each b}}x{{/if}}", ["{{/if}}"]],
    ["{{#if a}}x{{#else}}y{{/if}}", ["{{/if}}"]],
    ["{{else}}{{#if a}}{{else}}{{else}}{{/if}}", ["outside of any block", "follows the last else"]],
    ["{{ #if a}}x{{/if}}", ["has a space"]],
    ["{{#each b}}{{#if a}}x{{ /if}}{{/each}}", ["has a space"]],
    ["{{#if a}}{{b!}}{{c", ["b!", "opened at 1:16"]],
    ["{{#if a}}{{/each}}{{d!}}", ["{{/each}}", "d!"]],
  ])("tells all that is wrong, and nothing that follows from it: %s", (source, wanted) => {
    const result = parseTemplate(source);
    const messages = result.ok ? [] : result.problems.map(({ message }) => message);
    expect(messages).toEqual(wanted.map((part) => expect.stringContaining(part)));
  });

  it("takes a word that begins with else for an else inside of a block, as the grammar does", () => {
    const payload = { "-x": { b: 1 }, b: 2 };
    expect(renderTemplate("{{#if a}}{{else-x}}{{b}}{{/if}}", payload)).toBe("1");
  });

  it("gives each tag as its author wrote it", () => {
    const source = "{{! c }}\n{{{list[0].a}}} {{x}}} {{~lookup a '}}'~}}";
    const result = parseTemplate(source);
    const { body } = result.ok ? result.parsed.program : { body: [] };
    const tags = body.flatMap((node) =>
      node.type === "MustacheStatement" ? [source.slice(node.start, node.end)] : [],
    );
    expect(tags).toEqual(["{{{list[0].a}}}", "{{x}}", "{{~lookup a '}}'~}}"]);
  });

  it.each([
    "x\ny ",
    "{{!-- a\nb --}}\n z ",
    "\\{{a}} ",
    "\\\\{{a}} ",
    "{{{{raw}}}}\n {{x}}\n {{{{/raw}}}} ",
    "{{list[0]}}\n{{a.1}}} ",
    "{{x}}} {{x}}}",
    "a\rb\r\nc",
    "{{#if a}}\n{{else}}\n{{/if}}\n",
    "{{'a\nb'}} ",
    "{{lookup 'a\n' \"b\n\n\"}} ",
    "  {{> row}}\n",
    "{{#> row}}\n{{/row}} ",
    "\u{1F600} ",
  ])("locates a tag after %j", (before) => {
    const problem = problemOfTemplate(`${before}{{nope a}}`, { partials: { row: "r" } });
    expect(problem.code).toBe("template_helper_unknown");
    expect(problem.position).toEqual(positionFromOffset(before, before.length));
  });

  it("locates a tag anywhere between generated templates", () => {
    fc.assert(
      fc.property(templates, templates, (before, after) => {
        const problem = problemOfTemplate(`${before}{{nope a[0]}}${after}`, {
          partials: { row: "", cell: "", frame: "" },
        });
        expect(problem.message).toBe('there is no helper "nope"');
        expect(problem.position).toEqual(positionFromOffset(before, before.length));
      }),
      { numRuns: runs(500) },
    );
  });
});
