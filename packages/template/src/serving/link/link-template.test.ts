import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../../test/render.ts";
import { asJson } from "../../../test/tree-as-data.ts";
import { compileSource, parsePartials } from "../../authoring/compile/compile-source.ts";
import { parseTemplate } from "../../authoring/syntax/parse-template.ts";
import { adoptHelpers } from "../helpers/adopt-helpers.ts";
import type { HelperDefinition } from "../render/helper.ts";
import type { ParsedSource } from "../syntax-tree.ts";
import { type LinkOptions, linkTemplate } from "./link-template.ts";

function treeOf(source: string): ParsedSource {
  const result = parseTemplate(source);
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return asJson(result.parsed);
}

function faultsOf(source: string, options: LinkOptions = {}): readonly unknown[] {
  const linked = linkTemplate(treeOf(source), options);
  return linked.ok ? [] : linked.faults;
}

const shout: HelperDefinition = { arity: [1, 1], call: ([text]) => `${text}!` };

describe("linkTemplate()", () => {
  it.each([
    ["{{nope a}}", { code: "template_helper_unknown", helper: "nope", offset: 0 }],
    ["a {{upper}}{{upper a b}}", { kind: "count", helper: "upper", arity: [1, 1], offset: 11 }],
    ["{{upper a by=1}}", { kind: "argument", helper: "upper", name: "by", known: [] }],
    ["{{#if a as |b|}}{{/if}}", { kind: "local", helper: "if", name: "b" }],
    ["{{first a 1.5}}", { kind: "literal", helper: "first", problem: expect.any(String) }],
    ["{{if a}}", { kind: "block", helper: "if" }],
    ["{{#upper a}}{{/upper}}", { kind: "value", helper: "upper" }],
    ["{{> row a b}}", { kind: "context", count: 2 }],
    ["{{@nope.a}}", { code: "template_syntax", name: "@nope.a", parts: ["nope", "a"] }],
    ["{{> cell}}", { code: "template_partial_unknown", name: "cell", names: ["row", "loop"] }],
    ["{{> (lookup a b)}}", { code: "template_partial_unknown", names: [] }],
    ["{{> loop}}", { code: "template_helper_unknown", partial: "loop", offset: 1 }],
    ["{{#*other}}{{/other}}", { code: "template_decorator" }],
  ])("reports what is wrong with %s as data", (source, fault) => {
    const { partials } = parsePartials({ row: "{{a}}", loop: " {{nope a}}" });
    expect(faultsOf(source, { partials })).toEqual([expect.objectContaining(fault)]);
  });

  it("links the calls of an integrator's helper to the definition of the moment", () => {
    const { helpers } = adoptHelpers({ shout });
    const made = compileSource("{{shout a}}", { helpers });
    if (!made.ok) throw new Error(made.problems[0]?.message);
    const tree = asJson(made.tree);
    const link = (definitions: Record<string, HelperDefinition>) =>
      linkTemplate(tree, { helpers: adoptHelpers(definitions).helpers });
    expect(link({ shout })).toMatchObject({ ok: true, reads: made.reads });
    const missing = { code: "template_helper_unknown", helper: "shout", offset: 0 };
    expect(link({})).toMatchObject({ ok: false, faults: [missing] });
    const count = { code: "template_helper_misused", kind: "count", arity: [2, 2], offset: 0 };
    const changed = link({ shout: { ...shout, arity: [2, 2] } });
    expect(changed).toMatchObject({ ok: false, faults: [count] });
  });

  it("takes a source without braces as it is, or its text where that has no backslashes", () => {
    const trees = ["a", "\\{% if %}"].map((source) => {
      const made = compileSource(source);
      return made.ok && made.tree;
    });
    expect(trees).toEqual([{ source: "a" }, { source: "\\{% if %}", text: "{% if %}" }]);
  });
});

const payload = {
  yes: true,
  no: false,
  zero: 0,
  empty: [],
  list: [{ x: 1 }, { x: 2 }],
  user: { name: "Ada", if: "field" },
  text: "t",
  "a b": "segment",
};

describe("linkTemplate() of blocks", () => {
  it.each([
    ["{{#yes}}a{{/yes}}", "a"],
    ["{{^missing}}b{{/missing}}", "b"],
    ["{{#user}}{{name}}{{/user}}", "Ada"],
    ["{{#[a b]}}{{.}}{{/[a b]}}", "segment"],
    ['{{#"a b"}}{{.}}{{/"a b"}}', "segment"],
    ["{{#@root.yes}}a{{/@root.yes}}", "a"],
    ["{{#user as |u|}}{{u.name}}{{/user}}", "Ada"],
  ])("takes a block of a field for a section: %s", (source, text) => {
    expect(renderTemplate(source, payload)).toBe(text);
  });

  it.each([
    ["{{#if yes}}a{{else}}b{{/if}}", "a"],
    ["{{#if no}}a{{else each list}}{{x}}{{/if}}", "12"],
    ["{{#each empty}}{{x}}{{else}}none{{text}}{{/each}}", "nonet"],
  ])("renders the half that the helper chooses: %s", (source, text) => {
    expect(renderTemplate(source, payload)).toBe(text);
  });

  it.each([
    ["a  {{~#if yes~}}  b  {{~/if~}}  c", "abc"],
    ["a\n{{#if yes}}\nb\n{{/if}}\nc", "a\nb\nc"],
  ])("strips white space as Handlebars does: %j", (source, text) => {
    expect(renderTemplate(source, payload)).toBe(text);
  });

  it("refuses a helper of values as a block", () => {
    expect(problemOfTemplate("a\n {{#lookup a b}}{{/lookup}}")).toMatchObject({
      code: "template_helper_misused",
      message: 'helper "lookup" is not a block',
      hint: 'Write "{{#if (lookup a b)}}{{/if}}".',
      position: { line: 2, column: 2 },
    });
    expect(problemOfTemplate("{{#lookup [a#b] 1}}{{/lookup}}").hint).toBe(
      'Write "{{lookup …}}", or "{{#if (lookup …)}}".',
    );
  });

  it("refuses a block helper without its argument, or with too many", () => {
    expect(problemOfTemplate("{{#each}}{{/each}}").message).toBe(
      'helper "each" takes 1 argument, not 0',
    );
    expect(problemOfTemplate("{{#with a b}}{{/with}}").message).toBe(
      'helper "with" takes 1 argument, not 2',
    );
  });

  it("refuses arguments for a name that is not a helper", () => {
    expect(problemOfTemplate("{{#iff a}}{{/iff}}")).toMatchObject({
      code: "template_helper_unknown",
      hint: 'Did you mean "if"?',
      position: { line: 1, column: 1 },
    });
    expect(problemOfTemplate("{{#section a=1}}{{/section}}").code).toBe("template_helper_unknown");
    expect(problemOfTemplate("{{#@root a}}{{/@root}}").message).toBe('there is no helper "@root"');
  });
});
