import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../../tools/test-support/runs.ts";
import { templates } from "../../../test/generate-template.ts";
import { problemOfTemplate, renderTemplate } from "../../../test/render.ts";
import { parseCall, parseTag } from "./parse-tag.ts";
import { parseTemplate } from "./parse-template.ts";
import { scanTag, type Tag } from "./scan-tag.ts";
import { scanField } from "./scan-template.ts";
import { positionFromOffset } from "./template-problem.ts";

const HINT =
  "Write a path such as {{user.name}} or {{items[0].id}}, or a helper and its arguments.";

describe("parseTemplate()", () => {
  it("rethrows errors that are not problems of the template", () => {
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
  ])("finds the tag that is not an expression in %s", (source, tag, at) => {
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
    ["{{#if a}}{{#each b}}", ['"if" opened', '"each" opened']],
    ["{{#if a}}x{{/iff}} {{#each b}}y{{/eech}}", ["{{/iff}}", "{{/eech}}"]],
    ["{{#if a}}x{{/each}}y{{/if}}{{/with}}", ["{{/each}}", "{{/with}}"]],
    ["{{#if a}}x{{/each}}y", ["{{/each}}"]],
    ["{{#if a}}{{#each b}}x{{/if}}", ["{{/if}}"]],
    ["{{#if a}}x{{#else}}y{{/if}}", ["{{/if}}"]],
    ["{{else}}{{#if a}}{{else}}{{else}}{{/if}}", ["outside of any block", "follows the last else"]],
    ["{{ #if a}}x{{/if}}", ["has a space"]],
    ["{{#if a}}{{b!}}{{c", ["b!", "opened at 1:16"]],
  ])("reports every mistake, and none that another one causes: %s", (source, wanted) => {
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
    "\\{{a}} ",
    "\\\\{{a}} ",
    "{{{{raw}}}}\n {{x}}\n {{{{/raw}}}} ",
    "{{x}}} {{x}}}",
    "{{lookup 'a\n' \"b\n\n\"}} ",
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

const PLAIN = [
  "{{a}}",
  "{{ user.name }}",
  "{{user.e-mail}}",
  "{{messages[0].from}}",
  "{{list.0}}",
  "{{list[0][12].a_b}}",
  "{{\tif\t}}",
  "{{a\n}}",
  "{{thisness.elsewhere.nullable}}",
];

const DOUBTFUL = [
  ..."{{~a}} {{this.a}} {{a.this}} {{true}} {{null}} {{0}} {{a.0b}} {{a..b}} {{a/b}} {{@index}}".split(
    " ",
  ),
  ..."{{a.[b]}} {{café}} {{}} {{{a}}} {{&a}} {{*a}} {{else-a}} {{a}".split(" "),
  "{{a b}}",
  "{{!a}}",
  "{{> a}}",
  "{{#a}}",
];

describe("scanField()", () => {
  it.each(PLAIN)("reads %j as the grammar does", (source) => {
    const field = scanField(source, 0);
    expect(field && readOf(field)).toEqual(readOf(parseCall(scanTag(source, 0))));
    expect(field).toMatchObject({ start: 0, end: source.length });
  });

  it.each(DOUBTFUL)("leaves %j alone", (source) => {
    expect(scanField(source, 0)).toBeUndefined();
  });
});

describe("parseTag()", () => {
  it.each([
    ["{{upper user.name}}", ["upper", "user.name"]],
    ["{{^ a }}{{/a}}", ["a"]],
  ])("reads %s without the grammar, and as it does", (source, names) => {
    const tag = scanTag(source, 0);
    const call = parseTag(tag);
    const paths = [call?.path, ...(call?.params ?? [])];
    expect(paths.map((path) => path?.type === "PathExpression" && path.original)).toEqual(names);
    expect(readOf(call)).toEqual(readOf(parseCall(tag)));
  });

  it.each(["{{a!}}", "{{> x=}}"])("refuses %s", (source) => {
    expect(parseTag(scanTag(source, 0))).toBeUndefined();
  });

  it("finds the offsets of calls and paths within a tag, over lines and our spellings", () => {
    const source = "{{#if\n (a\r\n b[0].1 'x\ny' (c @foo))}}{{/if}}";
    const call = parseTag(scanTag(source, 0));
    const offsets = JSON.stringify(call)
      .match(/"start":\d+/g)
      ?.map((text) => Number(text.slice(8)));
    const wanted = ["if", "(a", "a\r", "b[0]", "'x", "(c", "c @", "@foo"];
    expect(offsets?.toSorted((left, right) => left - right)).toEqual(
      wanted.map((text) => source.indexOf(text)).toSorted((left, right) => left - right),
    );
  });

  it("agrees with the grammar on whatever it reads without it", () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(PATHS, { minLength: 1, maxLength: 3 }), SIGILS, (paths, sigil) => {
        const inner = paths.join(" ");
        const tag: Tag = { ...scanTag(`{{${sigil}a}}`, 0), inner };
        if (/else\b/.test(paths[0] as string) && sigil === "") return;
        const call = parseTag(tag);
        read += call === undefined ? 0 : 1;
        expect(readOf(call)).toEqual(readOf(parseCall(tag)));
      }),
      { numRuns: runs(2_000) },
    );
    expect(read).toBeGreaterThan(0);
  });
});

const SIGILS = fc.constantFrom("", "#", "^", ">", "#>", "#*", "&");

const NAMES = fc.constantFrom(
  ..."a b-c _d e1 this else true.x thisness as".split(" "),
  " a",
  "\ta",
);

const STEPS = fc.constantFrom(
  ...".f .g .h-i .g .0 [1] .this this else .else null true.x 0 -1 .2x".split(" "),
  ..." |\t|\n|'s'|=|(|)|@key|[h]|.[i]|..|./j|/k|café|$".split("|"),
);

const PATHS = fc
  .tuple(NAMES, fc.array(STEPS, { maxLength: 3 }))
  .map(([name, steps]) => name + steps.join(""));

/** What the compiler reads of a call. */
function readOf(call: object | undefined): unknown {
  if (call === undefined) return undefined;
  const { path, params, hash, blockParams } = call as Record<string, unknown>;
  return { path, params, hash: hash ?? undefined, blockParams: blockParams ?? undefined };
}

interface Case {
  readonly source: string;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** `line:column` */
  readonly at: string;
}

const cases: readonly Case[] = [
  {
    source: "a\n  {{#if x}}",
    code: "template_unclosed",
    message: 'block "if" opened at 2:3 is never closed',
    hint: 'Add "{{/if}}".',
    at: "2:3",
  },
  {
    source: "{{#if x}}{{^[a b]}}{{/if}}",
    code: "template_block_mismatch",
    message: 'block "[a b]" opened at 1:10 is closed by "{{/if}}" at 1:20',
    hint: 'Write "{{/[a b]}}".',
    at: "1:20",
  },
  {
    source: "{{#each list[0] as |x|}}\n{{/if}}",
    code: "template_block_mismatch",
    message: 'block "each" opened at 1:1 is closed by "{{/if}}" at 2:1',
    hint: 'Write "{{/each}}".',
    at: "2:1",
  },
  {
    source: "{{#if x}}a{{#else}}b{{/if}}",
    code: "template_block_mismatch",
    message: 'block "else" opened at 1:11 is closed by "{{/if}}" at 1:21',
    hint: 'Write "{{else}}", without the "#".',
    at: "1:21",
  },
  {
    source: "x {{/ if }}",
    code: "template_block_mismatch",
    message: '"{{/if}}" at 1:3 closes a block that was never opened',
    hint: 'Remove it, or open the block before it: "{{#if …}}".',
    at: "1:3",
  },
  {
    source: "x\n{{else}}",
    code: "template_else_stray",
    message: '"else" at 2:1 is outside of any block',
    hint: 'Remove it, or open a block before it: "{{#if …}}".',
    at: "2:1",
  },
  {
    source: "{{#if x}}a{{else}}b{{^}}c{{/if}}",
    code: "template_else_stray",
    message: '"else" at 1:20 follows the last else of block "if"',
    hint: 'Keep one of them, or make the first "{{else if …}}".',
    at: "1:20",
  },
  {
    source: "{{#if x}}a{{else}}b{{else if y}}c{{/if}}",
    code: "template_else_stray",
    message: '"else" at 1:20 follows the last else of block "if"',
    hint: "Move it up.",
    at: "1:20",
  },
  {
    source: "{{^x}}a{{else if y}}b{{/x}}",
    code: "template_else_stray",
    message: '"else" at 1:8 has a condition, but is in an inverse block',
    hint: 'Write "{{#unless x}}" in place of "{{^x}}".',
    at: "1:8",
  },
  {
    source: "{{#> row}}a{{else}}b{{/row}}",
    code: "template_else_stray",
    message: '"else" at 1:12 is in "row", which has no else',
    hint: "Remove it.",
    at: "1:12",
  },
  {
    source: '{{#*inline "row"}}a{{else}}b{{/inline}}',
    code: "template_else_stray",
    message: '"else" at 1:20 is in "inline", which has no else',
    hint: "Remove it.",
    at: "1:20",
  },
  {
    source: "a\n{{ #if x }}b{{/if}}",
    code: "template_syntax",
    message: '"{{ #if x }}" has a space before its "#"',
    hint: 'Write "{{#if x}}".',
    at: "2:1",
  },
  {
    source: "{{ > row}}",
    code: "template_syntax",
    message: '"{{ > row}}" has a space before its ">"',
    hint: 'Write "{{> row}}".',
    at: "1:1",
  },
];

describe("parseTemplate() of blocks", () => {
  it.each(cases)("explains what is wrong with $source", ({ source, at, ...wanted }) => {
    const { position, ...problem } = problemOfTemplate(source);
    expect(problem).toEqual({ ...wanted, partial: undefined });
    expect(`${position.line}:${position.column}`).toBe(at);
  });

  it.each([
    "{{#if x}}a{{else}}b{{/if}}",
    "{{^x}}a{{else}}b{{/x}}",
    "{{#if x}}a{{^}}b{{/if}}",
    '{{#"a b"}}c{{/"a b"}}',
    '{{#*inline "r"}}{{#if x}}a{{else}}b{{/if}}{{/inline}}',
  ])("accepts %s", (source) => {
    expect(() => renderTemplate(source)).not.toThrow();
  });

  const nested = (count: number) => `${"{{#if x}}".repeat(count)}a${"{{/if}}".repeat(count)}`;
  const chained = (count: number) => `{{#if x}}${"{{else if y}}".repeat(count)}a{{/if}}`;
  const called = (count: number) =>
    `{{lookup x ${"(lookup x ".repeat(count)}y${")".repeat(count)}}}`;

  it("refuses what the stack of the parser or of a rendering cannot bear", () => {
    expect(renderTemplate(nested(100), { x: 1 })).toBe("a");
    expect(problemOfTemplate(nested(101))).toMatchObject({
      code: "template_too_deep",
      position: { line: 1, column: 901 },
      hint: "Flatten the template, or shape the payload in a transform.",
    });
    expect(renderTemplate(chained(299), { x: 0, y: 0 })).toBe("");
    expect(problemOfTemplate(chained(300)).code).toBe("template_too_deep");
    expect(problemOfTemplate(chained(100_000)).code).toBe("template_too_deep");
    expect(renderTemplate(called(100), { x: 1 })).toBe("");
    expect(problemOfTemplate(called(101)).code).toBe("template_too_deep");
  });
});
