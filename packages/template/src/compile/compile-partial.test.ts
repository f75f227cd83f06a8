import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

const payload = {
  name: "Ada",
  users: [
    { name: "Bob", tags: ["x"] },
    { name: "Cy", tags: [] },
  ],
};

function render(source: string, partials: Record<string, string>): string {
  return renderTemplate(source, payload, { partials });
}

describe("compilePartial() of a named partial", () => {
  it.each([
    ["{{> row}}", "Ada"],
    ["{{>row}}", "Ada"],
    ['{{> "row"}}', "Ada"],
    ["{{> [row]}}", "Ada"],
    ["{{#each users}}{{> row}};{{/each}}", "Bob;Cy;"],
    ["{{> row users.[1]}}{{> row users[0]}}", "CyBob"],
    ['{{> row name="given"}}', "given"],
    ["{{> row users[0] name=name}}", "Ada"],
    ["{{~> row~}} x", "Adax"],
    ["{{> row}}}", "Ada}"],
  ])("renders %s", (source, text) => {
    expect(render(source, { row: "{{name}}" })).toBe(text);
  });

  it("accepts names with slashes, digits and spaces", () => {
    const partials = { "mail/row": "a", "7": "b", "two words": "c" };
    expect(render('{{> mail/row}}{{> 7}}{{> "two words"}}{{> [two words]}}', partials)).toBe(
      "abcc",
    );
  });

  it("gives it @index and the roots, but no ../ and no block parameters of its caller", () => {
    const row = "{{@index}}{{path}}[{{../name}}{{user.name}}{{user}}]";
    expect(render("{{#each users as |user|}}{{> row}}{{/each}}", { row })).toBe("0p[]1p[]");
  });

  it("keeps its own block parameters apart from those of its callers", () => {
    const row = "{{#each tags as |tag at|}}{{at}}{{tag}}{{/each}};";
    expect(render("{{> row}}{{#each users as |user i|}}{{> row}}{{/each}}", { row })).toBe(";0x;;");
  });

  it("renders a partial that includes itself to the depth of the data", () => {
    const tree = { name: "a", sub: [{ name: "b", sub: [{ name: "c" }] }, { name: "d" }] };
    const partials = { tree: "{{name}}{{#if sub}}({{#each sub}}{{> tree}}{{/each}}){{/if}}" };
    expect(renderTemplate("{{> tree}}", tree, { partials })).toBe("a(b(c)d)");
  });

  it("renders partials that include each other", () => {
    const data = { next: { next: { next: null } } };
    const partials = {
      a: "a{{#with next}}{{> b}}{{/with}}",
      b: "b{{#if next}}{{> a next}}{{/if}}",
    };
    expect(renderTemplate("{{> a}}", data, { partials })).toBe("aba");
  });
});

describe("compilePartial() of a partial block", () => {
  const frame = "<{{> @partial-block}}>";

  it.each([
    ["{{#> frame}}{{name}}{{/frame}}", "<Ada>"],
    ["{{#> frame users[0]}}{{name}}{{../name}}{{/frame}}", "<BobAda>"],
    ["{{#> frame}}a{{#> frame}}b{{/frame}}c{{/frame}}", "<a<b>c>"],
    ["{{#each users as |u|}}{{#> frame}}{{u.name}}{{@index}}{{/frame}}{{/each}}", "<Bob0><Cy1>"],
    ["{{#> missing}}{{name}}{{/missing}}", "Ada"],
    [
      "{{#each users as |u|}}{{#> missing}}{{u.name}}{{../name}}{{/missing}}{{/each}}",
      "BobAdaCyAda",
    ],
  ])("renders its body where the partial says so: %s", (source, text) => {
    expect(render(source, { frame })).toBe(text);
  });

  it("passes the body through other partials", () => {
    const partials = { outer: "({{> inner}})", inner: "<{{> @partial-block}}>" };
    expect(render("{{#> outer}}{{name}}{{/outer}}", partials)).toBe("(<Ada>)");
  });

  it("renders its own body only where the caller gave none", () => {
    const partials = { box: "[{{#> @partial-block}}none{{/@partial-block}}]" };
    expect(render("{{#> box}}{{name}}{{/box}}{{> box}}", partials)).toBe("[Ada][none]");
  });

  it("gives a body the block parameters of the place where it is written", () => {
    const partials = {
      outer: "({{#each tags as |tag|}}{{#> inner}}{{tag}}{{> @partial-block}}{{/inner}}{{/each}})",
      inner: "<{{> @partial-block}}>",
    };
    const tagged = { tags: ["x", "y"], name: "n" };
    const source = "{{#with this as |me|}}{{#> outer}}{{me.name}}{{/outer}}{{/with}}";
    expect(renderTemplate(source, tagged, { partials })).toBe("(<xn><yn>)");
  });

  it("lets a body render the body around it", () => {
    const partials = {
      outer: "({{#> inner}}{{> @partial-block}}{{/inner}})",
      inner: "<{{> @partial-block}}>",
    };
    expect(render("{{#> outer}}{{name}}{{/outer}}", partials)).toBe("(<Ada>)");
  });
});

describe("compilePartial() of a wrong call", () => {
  it("refuses an unknown partial and names the nearest", () => {
    expect(problemOfTemplate("a\n {{> rwo}}", { partials: { row: "x" } })).toEqual({
      code: "template_partial_unknown",
      message: 'there is no partial "rwo"',
      hint: 'Did you mean "row"?',
      position: { line: 2, column: 2 },
      partial: undefined,
    });
    expect(problemOfTemplate("{{> row}}").hint).toBe('Pass it in the option "partials".');
    const body = "{{> @partial-blok}}";
    const partials = { row: body, x: "" };
    expect(problemOfTemplate("{{#> row}}{{/row}}", { partials }).hint).toBe("Known: row, x.");
    expect(problemOfTemplate("{{> @partial-block}}").code).toBe("template_partial_unknown");
  });

  it("refuses a partial name that the payload would choose", () => {
    expect(problemOfTemplate("{{> (lookup . 'which')}}")).toMatchObject({
      code: "template_partial_unknown",
      message: "the name of a partial must be fixed",
      hint: 'Write "{{> name}}" inside "{{#if …}}" blocks.',
      position: { line: 1, column: 1 },
    });
  });

  it("refuses a second context", () => {
    expect(problemOfTemplate("x {{> row a b}}", { partials: { row: "" } })).toMatchObject({
      code: "template_helper_misused",
      message: "a partial takes one context, not 2",
      hint: "Pass further values by name: {{> name context key=value}}.",
      position: { line: 1, column: 3 },
    });
  });

  it("locates a problem in the partial that contains it", () => {
    const partials = { outer: "a\n{{> inner}}", inner: "b\n  {{nope 1}}" };
    expect(problemOfTemplate("{{> outer}}", { partials })).toMatchObject({
      message: 'there is no helper "nope"',
      position: { line: 2, column: 3 },
      partial: "inner",
    });
    const inline = '\n{{#*inline "x"}}{{nope 1}}{{/inline}}{{> outer}}';
    expect(problemOfTemplate(inline, { partials: { outer: "{{> x}}" } })).toMatchObject({
      position: { line: 2, column: 17 },
      partial: undefined,
    });
  });

  it("refuses partials that redefine each other without end", () => {
    const partials = { a: "x\n{{#> a}}y{{/a}}" };
    expect(problemOfTemplate("{{> a}}", { partials })).toEqual({
      code: "template_partial_cyclic",
      message: "the partials include each other without end",
      hint: "Break the cycle with {{#if …}}, or inline one of them.",
      position: { line: 2, column: 1 },
      partial: "a",
    });
    const twice = { a: "{{#> a}}x{{/a}}{{#> a}}y{{/a}}" };
    expect(problemOfTemplate("{{> a}}", { partials: twice }).code).toBe("template_partial_cyclic");
    const wide = { a: `{{#if x}}${"{{#> b}}x{{/b}}".repeat(2)}{{/if}}`, b: "{{> @partial-block}}" };
    const many = "{{#> a}}y{{/a}}".repeat(130);
    expect(problemOfTemplate(many, { partials: wide }).code).toBe("template_partial_cyclic");
  });
});
