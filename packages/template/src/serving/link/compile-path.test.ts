import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../../test/render.ts";

const payload = {
  messages: [
    { id: "m0", a: "first" },
    { id: "m1", a: "second" },
  ],
  list: [
    [1, 2],
    [3, 4],
  ],
  a: { "1": "one", b: { c: { d: { e: "deep" } } } },
  "two words": "segment",
  "x-y": "dash",
  "0": "zero",
  "data[email]": "a@x.example",
  "tags[]": ["x", "y"],
  "it's]": "both",
  forms: [{ "user[name][]": "Ann" }],
  form: { "user[name][]": "Ann", "a}}b": "brace" },
  users: { ada: { name: "Ada", tags: ["x", "y"] }, bob: { name: "Bob", tags: [] } },
};

function render(source: string): string {
  return renderTemplate(source, payload);
}

describe("compilePath() of a field", () => {
  it.each([
    ["{{messages[0].a}}", "first"],
    ["{{messages.[0].a}}", "first"],
    ["{{messages.0.a}}", "first"],
    ["{{messages/1/a}}", "second"],
    ["{{a.1}}", "one"],
    ["{{a[1]}}", "one"],
    ["{{list[0][1]}}", "2"],
    ["{{list.[1].[0]}}", "3"],
    ["{{list.1.1}}", "4"],
    ["{{a.b.c}}", '{"d":{"e":"deep"}}'],
    ["{{a.b.c.d.e}}", "deep"],
    ["{{[two words]}}", "segment"],
    ["{{this.[two words]}}", "segment"],
    ["{{x-y}}", "dash"],
    ['{{["x-y"]}}', "dash"],
    ["{{this['x-y']}}", "dash"],
    ['{{a["b"].c["d"].e}}', "deep"],
    ["{{[0]}}", "zero"],
    ["{{['data[email]']}}", "a@x.example"],
    ['{{payload.["data[email]"]}}', "a@x.example"],
    ["{{payload['data[email]']}}", "a@x.example"],
    ["{{[data[email\\]]}}", "a@x.example"],
    ["{{['tags[]'][1]}}", "y"],
    ["{{#each ['tags[]']}}{{this}}{{/each}}", "xy"],
    ["{{#['tags[]']}}{{this}}{{/['tags[]']}}", "xy"],
    ["{{join ['tags[]'] '-'}}", "x-y"],
    ["{{#with form}}{{['user[name][]']}}{{/with}}", "Ann"],
    ["{{pluck forms \"['user[name][]']\"}}", '["Ann"]'],
    ["{{form.['a}}b']}}{{upper form.[a}}b]}}", "braceBRACE"],
    ['{{["it\'s]"]}}', "both"],
    ["{{./messages.length}}", "2"],
    ["{{this.messages[1].id}}", "m1"],
    ["{{  messages[1].id\t}}", "m1"],
    ["{{messages[0].a}}}", "first}"],
    ["{{{messages[0].a}}}", "first"],
    ["{{&messages[0].a}}", "first"],
    ["{{messages[2].a}}", ""],
    ["{{messages[-1].a}}", ""],
    ["{{missing.b.c}}", ""],
    ["{{../messages}}", ""],
  ])("reads %s as %j", (source, text) => {
    expect(render(source)).toBe(text);
  });

  it.each(["constructor", "toString", "__proto__", "__proto__.polluted", "a.constructor.name"])(
    "never reads what is inherited: %s",
    (name) => {
      expect(renderTemplate(`[{{${name}}}]`, payload)).toBe("[]");
      expect(renderTemplate(`[{{messages.${name}}}]`, payload)).toBe("[]");
    },
  );

  it("never reads __proto__, not even as an own key that JSON made", () => {
    const own = JSON.parse('{"__proto__": {"x": "polluted"}, "constructor": "own"}') as unknown;
    expect(renderTemplate("[{{__proto__.x}}{{constructor}}]", own)).toBe("[own]");
  });

  it("reads a segment in brackets as a name, whatever its text", () => {
    const own = { this: "t", "..": "up", "a/b": "slash", if: "cond" };
    expect(renderTemplate("{{[this]}} {{[..]}} {{[a/b]}} {{if}}", own)).toBe("t up slash cond");
  });
});

describe("compilePath() inside blocks", () => {
  it.each([
    ["{{#each messages}}{{id}}{{#unless @last}},{{/unless}}{{/each}}", "m0,m1"],
    ["{{#each users}}{{@key}}:{{@index}}:{{@first}} {{/each}}", "ada:0:true bob:1:false "],
    [
      "{{#each users}}{{#each tags}}{{../name}}{{@../key}}{{this}} {{/each}}{{/each}}",
      "Adaadax Adaaday ",
    ],
    ["{{#with users.ada}}{{name}} {{../users.bob.name}}{{/with}}", "Ada Bob"],
    ["{{#with users.ada}}{{../../name}}{{/with}}", ""],
    ["{{#with users}}{{#with ada}}{{../../x-y}}{{/with}}{{/with}}", "dash"],
    ["{{#with users}}{{@root.x-y}}{{@root.messages[0].id}}{{/with}}", "dashm0"],
    ["{{@index}}{{@../key}}", ""],
    ["{{#each list}}{{@[index]}}{{/each}}", "01"],
    ["{{#each list}}{{.}}{{this}};{{/each}}", "[1,2][1,2];[3,4][3,4];"],
  ])("reads %s", (source, text) => {
    expect(render(source)).toBe(text);
  });

  it.each([
    ["{{#each users as |user name|}}{{name}}={{user.name}} {{/each}}", "ada=Ada bob=Bob "],
    ["{{#with users.ada as |ada|}}{{ada.name}}{{ada.tags[1]}}{{/with}}", "Aday"],
    ["{{#users.ada as |ada|}}{{ada.name}}{{/users.ada}}", "Ada"],
    [
      "{{#each users as |a|}}{{#each a.tags as |b|}}{{a.name}}{{b}} {{/each}}{{/each}}",
      "Adax Aday ",
    ],
    [
      "{{#each users as |a|}}{{#each a.tags as |a|}}{{a}}{{/each}}{{a.name}} {{/each}}",
      "xyAda Bob ",
    ],
    ["{{#each users as |messages|}}{{messages.name}}{{./messages}}{{/each}}", "AdaBob"],
    ["{{#each users as |users|}}{{../users.ada.name}}{{/each}}", "AdaAda"],
    ["{{#each users as |a b c|}}{{c}}{{/each}}", ""],
  ])("reads block parameters: %s", (source, text) => {
    expect(render(source)).toBe(text);
  });

  it("refuses an unknown name after @", () => {
    expect(problemOfTemplate("a\n{{#if @unknown}}{{/if}}")).toEqual({
      code: "template_syntax",
      message: '"@unknown" is not known',
      hint: 'For a field of that name write "{{[@unknown]}}". There are @index, @key, @first, @last and @root.',
      position: { line: 2, column: 7 },
      partial: undefined,
    });
    expect(problemOfTemplate("{{@level}}").position).toEqual({ line: 1, column: 3 });
  });
});

const options = {
  headers: { "x-github-event": "push", "x-list": ["a", "b"] },
  query: { x: "1" },
};

describe("compilePath() of a root", () => {
  it.each([
    ["{{payload.a.b}}", "deep"],
    ["{{payload.list[0]}}", "one"],
    ["{{headers.X-GitHub-Event}}", "push"],
    ["{{headers.x-github-event}}", "push"],
    ['{{headers["X-GitHub-Event"]}}', "push"],
    ["{{headers.x-list}}", "a, b"],
    ["{{headers.x-list.length}}", "4"],
    ["{{headers.missing}}", ""],
    ["{{headers.constructor}}", ""],
    ["{{query.x}}", "1"],
    ["{{query.X}}", ""],
    ["{{path}}", "p"],
    ["{{path.length}}", "1"],
    ["{{now}}", "2026-01-02T03:04:05.678Z"],
    ["{{query}}", '{"x":"1"}'],
    ["{{headers}}", '{"x-github-event":"push","x-list":["a","b"]}'],
    ["{{payload}}", '{"a":{"b":"deep"},"list":["one"]}'],
  ])("reads %s", (source, text) => {
    expect(renderTemplate(source, { a: { b: "deep" }, list: ["one"] }, options)).toBe(text);
  });

  it("reads the body's own key for a root alone, and the root for a path from it", () => {
    const payload = { payload: { x: "own" }, headers: null, query: "q", path: "own", now: "own" };
    const source =
      "{{payload}} [{{headers}}] {{query}} {{path}} {{now}} {{payload.query}} {{query.x}}";
    expect(renderTemplate(source, payload, options)).toBe(
      '{"x":"own"} [] q p 2026-01-02T03:04:05.678Z q 1',
    );
  });

  it("treats a body that is not an object as one without keys", () => {
    expect(renderTemplate("{{payload}}", [1], options)).toBe("[1]");
    expect(renderTemplate("{{payload}}{{query.x}}", null, options)).toBe("1");
    expect(renderTemplate("{{payload}}", "text", options)).toBe("text");
  });

  it("prefers an own key of a block's element to the root", () => {
    const payload = { files: [{ path: "a.txt", headers: { X: "own" } }, { name: "b" }] };
    const source = "{{#each files}}{{path}} {{headers.X}} {{headers.X-GitHub-Event}};{{/each}}";
    expect(renderTemplate(source, payload, options)).toBe("a.txt own ;p  push;");
  });

  it("reads the body, and not the context, in a block that steps into the body", () => {
    const payload = { path: "own" };
    expect(renderTemplate("{{#with payload}}{{path}}{{/with}}", payload)).toBe("p");
    expect(renderTemplate("{{#with this}}{{path}}{{./path}}{{/with}}", payload)).toBe("pown");
  });

  it("follows ../ before it looks for the root", () => {
    const payload = { file: { path: "a.txt", part: { n: 1 } } };
    expect(
      renderTemplate("{{#with file}}{{#with part}}{{../path}}{{/with}}{{/with}}", payload),
    ).toBe("a.txt");
    expect(renderTemplate("{{#with file}}{{../path}}{{/with}}", payload)).toBe("p");
    expect(renderTemplate("[{{../path}}{{../../now}}]", payload)).toBe("[]");
  });

  it("knows the given roots and no others", () => {
    const payload = { item: "own item", mapping: "own mapping" };
    expect(renderTemplate("{{item}} {{mapping}}", payload)).toBe("own item own mapping");
    const roots = ["item", "index", "mapping"].map((name) => ({ name }));
    expect(renderTemplate("{{item}} {{index}} {{mapping}}", payload, { roots })).toBe(
      "the item 7 the-mapping",
    );
  });
});
