import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

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

describe("compileBlock()", () => {
  it.each([
    ["{{#yes}}a{{/yes}}", "a"],
    ["{{#no}}a{{else}}b{{/no}}", "b"],
    ["{{#missing}}a{{^}}b{{/missing}}", "b"],
    ["{{^missing}}b{{/missing}}", "b"],
    ["{{^yes}}a{{else}}b{{/yes}}", "b"],
    ["{{#list}}{{x}}{{/list}}", "12"],
    ["{{#empty}}a{{else}}b{{/empty}}", "b"],
    ["{{#user}}{{name}}{{/user}}", "Ada"],
    ["{{#user.name}}{{this}}{{/user.name}}", "Ada"],
    ["{{#list[0]}}{{x}}{{/list[0]}}", "1"],
    ["{{#[a b]}}{{.}}{{/[a b]}}", "segment"],
    ['{{#"a b"}}{{.}}{{/"a b"}}', "segment"],
    ["{{#zero}}a{{.}}{{/zero}}", "a0"],
    ["{{#@root.yes}}a{{/@root.yes}}", "a"],
    ["{{#with user}}{{#./if}}{{.}}{{/./if}}{{/with}}", "field"],
    ["{{#user as |u|}}{{u.name}}{{/user}}", "Ada"],
    ["{{#list as |one at|}}{{at}}{{one.x}}{{/list}}", "0112"],
  ])("takes a block of a field for a section: %s", (source, text) => {
    expect(renderTemplate(source, payload)).toBe(text);
  });

  it.each([
    ["{{#if yes}}a{{else}}b{{/if}}", "a"],
    ["{{#if no}}a{{else if yes}}b{{else}}c{{/if}}", "b"],
    ["{{#if no}}a{{else if no}}b{{else}}c{{/if}}", "c"],
    ["{{#if no}}a{{else each list}}{{x}}{{/if}}", "12"],
    ["{{#if (lookup user 'name')}}a{{/if}}", "a"],
    ["{{#each list}}{{x}}{{else}}none{{/each}}", "12"],
    ["{{#each empty}}{{x}}{{else}}none{{text}}{{/each}}", "nonet"],
    ["{{#with user}}{{name}}{{else}}{{text}}{{/with}}", "Ada"],
    ["{{#with missing}}{{name}}{{else}}{{text}}{{/with}}", "t"],
  ])("renders the half that the helper chooses: %s", (source, text) => {
    expect(renderTemplate(source, payload)).toBe(text);
  });

  it.each([
    ["a  {{~#if yes~}}  b  {{~/if~}}  c", "abc"],
    ["a  {{#if yes~}}  b  {{~else~}}  c  {{~/if}}  d", "a  b  d"],
    ["a\n{{#if yes}}\nb\n{{/if}}\nc", "a\nb\nc"],
    ["a\n  {{#if no}}\nb\n  {{else}}\nc\n  {{/if}}\nd", "a\nc\nd"],
    ["a {{~text~}} b", "atb"],
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
