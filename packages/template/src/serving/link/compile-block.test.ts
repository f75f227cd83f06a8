import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../../test/render.ts";

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
