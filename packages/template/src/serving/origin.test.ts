import { describe, expect, it } from "vitest";
import { type RenderOptions, traceTemplate } from "../../test/render.ts";

const payload = {
  id: "root",
  list: [
    { id: "e0", tags: ["x", "y"], path: "f.txt" },
    { id: "e1", tags: ["z"] },
  ],
  users: { ada: { name: "Ada" } },
  key: "ada",
  headers: { own: 1 },
  flag: true,
};

/** Each rendered value with the paths it came from, and the helpers it went through. */
function origins(source: string, options: RenderOptions = {}): readonly string[] {
  const { parts } = traceTemplate(source, payload, options);
  return parts
    .filter((part) => part.expression !== undefined)
    .map(({ text, paths = [], helpers = [] }) =>
      [text, "<", ...paths, ...helpers.map((name) => `(${name})`)].join(" "),
    );
}

describe("locateOrigin()", () => {
  it.each([
    ["{{id}} {{list[1].id}}", "root < payload.id", "e1 < payload.list.1.id"],
    ["{{payload.id}} {{@root.id}}", "root < payload.id", "root < payload.id"],
    ["{{headers.X-Event}}", "push < headers.x-event"],
    ["{{path}} {{query.q}}", "p < path", "1 < query.q"],
    ["{{headers}}", '{"own":1} < payload.headers'],
    ["{{lookup users key}}", '{"name":"Ada"} < payload.users payload.key (lookup)'],
    ["{{lookup (lookup users 'ada') 'name'}}", "Ada < payload.users (lookup) (lookup)"],
    ["{{lookup users 'ada'}}", '{"name":"Ada"} < payload.users (lookup)'],
  ])("locates values outside of blocks: %s", (source, ...wanted) => {
    const options = { headers: { "x-event": "push" }, query: { q: "1" } };
    expect(origins(source, options)).toEqual(wanted);
  });

  it.each([
    [
      "{{#with users.ada}}{{name}}{{../id}}{{/with}}",
      "Ada < payload.users.ada.name",
      "root < payload.id",
    ],
    ["{{#users.ada}}{{name}}{{/users.ada}}", "Ada < payload.users.ada.name"],
    ["{{#with payload.users}}{{ada.name}}{{/with}}", "Ada < payload.users.ada.name"],
    ["{{#with headers}}{{own}}{{/with}}", "1 < payload.headers.own"],
    ["{{#with query}}{{q}}{{/with}}", "1 < query.q"],
    ["{{#if id}}{{id}}{{/if}}", "root < payload.id"],
    ["{{#with this}}{{id}}{{/with}}", "root < payload.id"],
    ["{{#with missing}}{{else}}{{id}}{{/with}}", "root < payload.id"],
    ["{{#with (lookup users 'ada')}}{{name}}{{/with}}", "Ada < payload.users (lookup)"],
    ["{{#with 'text'}}{{this}}{{/with}}", "text <"],
    ["{{#with users.ada as |a|}}{{a.name}}{{/with}}", "Ada < payload.users.ada.name"],
    [
      "{{#each users}}{{@key}}{{name}}{{/each}}",
      "ada < payload.users.ada",
      "Ada < payload.users.ada.name",
    ],
    ["{{#each users}}{{#with this}}{{@key}}{{/with}}{{/each}}", "ada < payload.users.ada"],
    ["{{#each users}}{{#with name}}{{@key}}{{/with}}{{/each}}", "ada < payload.users.ada"],
    ["{{#each users}}{{#with ../users}}{{@key}}{{/with}}{{/each}}", "ada < payload.users.ada"],
    ["{{#each users}}{{#each this}}{{@../key}}{{/each}}{{/each}}", "ada < payload.users.ada"],
    [
      "{{#each users as |u k|}}{{k}}{{u.name}}{{/each}}",
      "ada < payload.users.ada",
      "Ada < payload.users.ada.name",
    ],
  ])("locates values inside of blocks: %s", (source, ...wanted) => {
    expect(origins(source, { query: { q: "1" } })).toEqual(wanted);
  });

  it("locates elements of nested lists and what ../ reaches from them", () => {
    const source =
      "{{#each list}}{{#each tags}}{{this}}{{../id}}{{@../index}}{{../../id}}{{/each}}{{/each}}";
    expect(origins(source)).toEqual([
      "x < payload.list.0.tags.0",
      "e0 < payload.list.0.id",
      "0 <",
      "root < payload.id",
      "y < payload.list.0.tags.1",
      "e0 < payload.list.0.id",
      "0 <",
      "root < payload.id",
      "z < payload.list.1.tags.0",
      "e1 < payload.list.1.id",
      "1 <",
      "root < payload.id",
    ]);
  });

  it("distinguishes a root from an element's key of that name", () => {
    expect(origins("{{#each list}}{{path}}{{/each}}")).toEqual([
      "f.txt < payload.list.0.path",
      "p < path",
    ]);
    expect(origins("{{#each list}}{{#with tags}}{{../path}}{{/with}}{{/each}}")).toEqual([
      "f.txt < payload.list.0.path",
      "p < path",
    ]);
  });

  it("locates block parameters in inner blocks", () => {
    const source = "{{#each list as |e|}}{{#each e.tags as |t|}}{{t}}{{e.id}}{{/each}}{{/each}}";
    expect(origins(source).slice(0, 2)).toEqual([
      "x < payload.list.0.tags.0",
      "e0 < payload.list.0.id",
    ]);
  });

  it("locates what a partial reads, and each of its named arguments", () => {
    const partials = { row: "{{id}}{{label}}{{label.name}}{{@key}}", all: "{{this}}" };
    expect(origins("{{> row list[0] label=key}}", { partials })).toEqual([
      "e0 < payload.list.0.id",
      "ada < payload.key",
    ]);
    expect(origins("{{> row label=users.ada}}", { partials })).toEqual([
      "root < payload.id",
      '{"name":"Ada"} < payload.users.ada',
      "Ada < payload.users.ada.name",
    ]);
    expect(origins("{{#each users}}{{> row label='x'}}{{/each}}", { partials })).toEqual([
      "x <",
      "ada < payload.users.ada",
    ]);
    expect(origins("{{> all users.ada x=key}}", { partials })).toEqual([
      '{"name":"Ada","x":"ada"} < payload.users.ada payload.key',
    ]);
  });

  it("locates what one partial passes to another", () => {
    const partials = { outer: "{{> row label=users.ada}}", row: "{{id}}{{label.name}}{{note}}" };
    expect(origins("{{> outer note=key}}", { partials })).toEqual([
      "root < payload.id",
      "Ada < payload.users.ada.name",
      "ada < payload.key",
    ]);
  });

  it("keeps the context of a section over true", () => {
    const source = "{{#flag as |f|}}{{f}}{{id}}{{#each list as |e|}}{{e.id}}{{/each}}{{/flag}}";
    expect(origins(source).slice(0, 3)).toEqual([
      "true < payload.flag",
      "root < payload.id",
      "e0 < payload.list.0.id",
    ]);
  });

  it("locates what bodies and inline partials read", () => {
    const partials = { frame: "{{> @partial-block}}{{> cell}}" };
    const source =
      '{{#each list as |e|}}{{#> frame}}{{#*inline "cell"}}{{e.id}}{{/inline}}{{id}}{{/frame}}{{/each}}';
    expect(origins(source, { partials })).toEqual([
      "e0 < payload.list.0.id",
      "e0 < payload.list.0.id",
      "e1 < payload.list.1.id",
      "e1 < payload.list.1.id",
    ]);
  });

  it("finds no origin above the root", () => {
    const { parts } = traceTemplate(
      "[{{../id}}{{../path}}{{@key}}{{@../key}}{{../../id}}]",
      payload,
    );
    expect(parts).toEqual([{ text: "[" }, { text: "]" }]);
  });
});
