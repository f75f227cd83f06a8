import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

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
    message: '"else" at 2:1 stands outside of any block',
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
    message: '"else" at 1:8 has a condition, and stands in an inverse block',
    hint: 'Write "{{#unless x}}" in place of "{{^x}}".',
    at: "1:8",
  },
  {
    source: "{{#> row}}a{{else}}b{{/row}}",
    code: "template_else_stray",
    message: '"else" at 1:12 stands in "row", which has no else',
    hint: "Remove it.",
    at: "1:12",
  },
  {
    source: '{{#*inline "row"}}a{{else}}b{{/inline}}',
    code: "template_else_stray",
    message: '"else" at 1:20 stands in "inline", which has no else',
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

describe("buildTree()", () => {
  it.each(cases)("explains what is wrong with $source", ({ source, at, ...wanted }) => {
    const { position, ...problem } = problemOfTemplate(source);
    expect(problem).toEqual({ ...wanted, partial: undefined });
    expect(`${position.line}:${position.column}`).toBe(at);
  });

  it.each([
    "{{#if x}}a{{else}}b{{/if}}",
    "{{#if x}}a{{else if y}}b{{else}}c{{/if}}",
    "{{^x}}a{{else}}b{{/x}}",
    "{{#if x}}a{{^}}b{{/if}}",
    "{{#[a b]}}c{{/[a b]}}",
    '{{#"a b"}}c{{/"a b"}}',
    "{{#list[0]}}a{{/list[0]}}",
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
