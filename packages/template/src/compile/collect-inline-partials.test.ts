import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

const payload = {
  name: "Ada",
  users: [
    { name: "Bob", tags: ["x"] },
    { name: "Cy", tags: ["y"] },
  ],
};

function render(source: string, partials: Record<string, string> = {}): string {
  return renderTemplate(source, payload, { partials });
}

const ROW = '{{#*inline "row"}}<{{name}}>{{/inline}}';

describe("collectInlinePartials()", () => {
  it.each([
    [`${ROW}{{> row}}`, "<Ada>"],
    [`{{> row}}${ROW}`, "<Ada>"],
    [`${ROW}{{#each users}}{{> row}}{{/each}}`, "<Bob><Cy>"],
    [`${ROW}{{> row users[1]}}`, "<Cy>"],
    [`{{#each users}}${ROW}{{> row}}{{/each}}`, "<Bob><Cy>"],
    [`${ROW}{{#*inline "row"}}last{{/inline}}{{> row}}`, "last"],
    [`${ROW}{{#if name}}{{#*inline "row"}}inner{{/inline}}{{> row}}{{/if}}{{> row}}`, "inner<Ada>"],
  ])("puts the partial in reach of its whole body: %s", (source, text) => {
    expect(render(source)).toBe(text);
  });

  it("takes precedence over a named partial, also inside of other partials", () => {
    const partials = { row: "named", page: "{{> row}}!" };
    expect(render("{{> page}}", partials)).toBe("named!");
    expect(render(`${ROW}{{> page}}`, partials)).toBe("<Ada>!");
  });

  it("passes the inline partials of a body to the partial", () => {
    const page = "{{> title}}|{{> @partial-block}}";
    const source = '{{#> page}}{{#*inline "title"}}T{{name}}{{/inline}}body{{/page}}';
    expect(render(source, { page })).toBe("TAda|body");
  });

  it("reads the block parameters of the place of definition, also through other partials", () => {
    const page = "{{#each tags as |tag|}}{{> cell}}{{tag}}{{/each}};";
    const cell =
      '{{#*inline "cell"}}{{user.name}}{{i}}{{#each tags as |t|}}{{t}}{{/each}}{{/inline}}';
    const source = `{{#each users as |user i|}}{{#> page}}${cell}{{/page}}{{/each}}`;
    expect(render(source, { page })).toBe("Bob0x;Cy1y;");
    const direct = `{{#each users as |user i|}}${cell}{{#with user.tags as |q|}}{{> cell}}{{/with}};{{/each}}`;
    expect(render(direct)).toBe("Bob0;Cy1;");
  });

  it("accepts a body, as every partial does", () => {
    const box = '{{#*inline "box"}}<{{> @partial-block}}>{{/inline}}';
    expect(render(`${box}{{#> box}}{{name}}{{/box}}`)).toBe("<Ada>");
    expect(render(`${box}{{#each users as |u|}}{{#> box}}{{u.name}}{{/box}}{{/each}}`)).toBe(
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
