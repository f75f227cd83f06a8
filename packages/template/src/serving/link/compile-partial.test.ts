import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../../test/render.ts";
import { WorkLimitError } from "../render/budget.ts";

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
    ["{{> [row]}}", "Ada"],
    ["{{> row users.[1]}}{{> row users[0]}}", "CyBob"],
    ["{{> row users[0] name=name}}", "Ada"],
  ])("renders %s", (source, text) => {
    expect(render(source, { row: "{{name}}" })).toBe(text);
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

  it("gives a body the block parameters in reach where it is written", () => {
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

const partials = { all: "{{this}}", row: "{{a}}{{b}}{{../a}}" };

describe("compilePartial() with arguments", () => {
  it.each([
    ["{{> row}}", "1"],
    ["{{> row o}}", "2"],
    ["{{> row b=3}}", "13"],
    ["{{> row o b=a}}", "21"],
    ["{{> all list x=0}}", '{"0":"q","x":0}'],
  ])("makes the context of %s", (source, text) => {
    const payload = { a: 1, o: { a: 2, x: 5 }, list: ["q"], nothing: null };
    expect(renderTemplate(source, payload, { partials })).toBe(text);
  });

  it("makes __proto__ an own key, not a prototype", () => {
    const payload = JSON.parse('{"__proto__": {"a": "polluted"}}') as unknown;
    expect(renderTemplate("[{{> row b=1}}]", payload, { partials })).toBe("[1]");
    expect(renderTemplate("[{{> row __proto__=this}}]", { a: 1 }, { partials })).toBe("[1]");
  });

  it("charges the budget for a copy before it is made", () => {
    const never = { get: () => expect.fail("it was read"), enumerable: true };
    const list = Object.defineProperty(
      Array.from({ length: 200_000 }, () => 1),
      0,
      never,
    );
    for (const wide of [list, { ...list.slice(1) }, "x".repeat(200_000)]) {
      const render = () => renderTemplate("{{> row wide b=1}}", { wide }, { partials });
      expect(render).toThrow(WorkLimitError);
    }
  });

  it("counts each copy of many keys against the work of the event", () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 0]));
    const payload = { ...wide, list: Array.from({ length: 30 }, () => 1) };
    const source = "{{#each list}}{{> row .. b=1}}{{/each}}";
    expect(() => renderTemplate(source, payload, { partials })).toThrow(WorkLimitError);
    expect(renderTemplate(source, { list: payload.list }, { partials })).toBe("1".repeat(30));
  });
});

const payloadOfInlinePartials = {
  name: "Ada",
  users: [
    { name: "Bob", tags: ["x"] },
    { name: "Cy", tags: ["y"] },
  ],
};

function renderInline(source: string, partials: Record<string, string> = {}): string {
  return renderTemplate(source, payloadOfInlinePartials, { partials });
}

const ROW = '{{#*inline "row"}}<{{name}}>{{/inline}}';

describe("collectInlinePartials()", () => {
  it.each([
    [`${ROW}{{> row}}`, "<Ada>"],
    [`{{> row}}${ROW}`, "<Ada>"],
    [`${ROW}{{> row users[1]}}`, "<Cy>"],
    [`${ROW}{{#if name}}{{#*inline "row"}}inner{{/inline}}{{> row}}{{/if}}{{> row}}`, "inner<Ada>"],
  ])("puts the partial in reach of its whole body: %s", (source, text) => {
    expect(renderInline(source)).toBe(text);
  });

  it("takes precedence over a named partial, also inside of other partials", () => {
    const partials = { row: "named", page: "{{> row}}!" };
    expect(renderInline("{{> page}}", partials)).toBe("named!");
    expect(renderInline(`${ROW}{{> page}}`, partials)).toBe("<Ada>!");
  });

  it("passes the inline partials of a body to the partial", () => {
    const page = "{{> title}}|{{> @partial-block}}";
    const source = '{{#> page}}{{#*inline "title"}}T{{name}}{{/inline}}body{{/page}}';
    expect(renderInline(source, { page })).toBe("TAda|body");
  });

  it("reads the block parameters in reach at the definition, also through other partials", () => {
    const page = "{{#each tags as |tag|}}{{> cell}}{{tag}}{{/each}};";
    const cell =
      '{{#*inline "cell"}}{{user.name}}{{i}}{{#each tags as |t|}}{{t}}{{/each}}{{/inline}}';
    const source = `{{#each users as |user i|}}{{#> page}}${cell}{{/page}}{{/each}}`;
    expect(renderInline(source, { page })).toBe("Bob0x;Cy1y;");
    const direct = `{{#each users as |user i|}}${cell}{{#with user.tags as |q|}}{{> cell}}{{/with}};{{/each}}`;
    expect(renderInline(direct)).toBe("Bob0;Cy1;");
  });

  it("accepts a body, as every partial does", () => {
    const box = '{{#*inline "box"}}<{{> @partial-block}}>{{/inline}}';
    expect(renderInline(`${box}{{#> box}}{{name}}{{/box}}`)).toBe("<Ada>");
    expect(renderInline(`${box}{{#each users as |u|}}{{#> box}}{{u.name}}{{/box}}{{/each}}`)).toBe(
      "<Bob><Cy>",
    );
  });

  it("lets a partial that includes itself define partials", () => {
    const tree = `{{#*inline "leaf"}}{{v}}{{/inline}}{{> leaf}}{{#if c}}{{> tree c}}{{/if}}`;
    const data = { v: 1, c: { v: 2, c: { v: 3 } } };
    expect(renderTemplate("{{> tree}}", data, { partials: { tree } })).toBe("123");
    const two = `${tree}{{#*inline "other"}}{{/inline}}`;
    expect(renderTemplate("{{> tree}}", data, { partials: { tree: two } })).toBe("123");
  });

  it.each([
    ['{{#*outline "a"}}{{/outline}}'],
    ["{{* inline 'a'}}"],
    ["{{#*inline}}{{/inline}}"],
    ["{{#*inline name}}{{/inline}}"],
    ['{{#*"inline" "a"}}{{/"inline"}}'],
  ])("refuses every other decorator: %s", (source) => {
    expect(problemOfTemplate(`a\n ${source}`)).toEqual({
      code: "template_decorator",
      message: "this decorator is not supported",
      hint: 'The only decorator is {{#*inline "name"}}…{{/inline}}.',
      position: { line: 2, column: 2 },
      partial: undefined,
    });
  });
});
