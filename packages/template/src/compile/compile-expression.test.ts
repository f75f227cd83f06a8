import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { COST } from "../render/budget.ts";
import type { HelperTable, ValueHelper } from "../render/helper.ts";

/** Shows what it was called with. */
const show: ValueHelper = {
  kind: "value",
  name: "show",
  arity: [0, 3],
  call: (args, hash) => JSON.stringify([args, hash]),
};
const one: ValueHelper = { kind: "value", name: "one", arity: [1, 1], call: ([value]) => value };
const any: ValueHelper = { ...one, name: "any", arity: [2, Number.POSITIVE_INFINITY] };
const helpers: HelperTable = new Map([show, one, any].map((helper) => [helper.name, helper]));

function render(source: string, payload: unknown = {}): string {
  return renderTemplate(source, payload, { helpers });
}

describe("compileExpression()", () => {
  it.each([
    ["{{show a}}", '[["field"],{}]'],
    ["{{show \"t\" 't' 'it\\'s'}}", '[["t","t","it\'s"],{}]'],
    ["{{show 1 -2.5 0}}", "[[1,-2.5,0],{}]"],
    ["{{show true false null}}", "[[true,false,null],{}]"],
    ["{{show undefined missing}}", "[[null,null],{}]"],
    ["{{show (one a) (show (one 1))}}", '[["field","[[1],{}]"],{}]'],
    ["{{show a x=1 y=a z=(one 2)}}", '[["field"],{"x":1,"y":"field","z":2}]'],
    ["{{show x=1}}", '[[],{"x":1}]'],
    ["{{show __proto__=1}}", '[[],{"__proto__":1}]'],
    ['{{"show" a}}', '[["field"],{}]'],
    ["{{[show] a}}", '[["field"],{}]'],
  ])("evaluates %s", (source, text) => {
    expect(render(source, { a: "field" })).toBe(text);
  });

  it("reads a name alone as a field, also where a helper has that name", () => {
    expect(render("[{{show}}{{payload.show}}]", { show: 1 })).toBe("[11]");
    expect(render("[{{show}}]")).toBe("[]");
  });

  it('reads a literal alone as the name of a field: {{"a b"}}, {{0}}, {{null}}', () => {
    const payload = { "a b": "s", "0": "n", true: "b", null: "nil", undefined: "u" };
    expect(render('{{"a b"}}{{0}}{{true}}{{null}}{{undefined}}', payload)).toBe("snbnilu");
  });

  it("refuses an unknown helper and names the nearest", () => {
    expect(problemOfTemplate("a {{shwo b}}", { helpers })).toEqual({
      code: "template_helper_unknown",
      message: 'there is no helper "shwo"',
      hint: 'Did you mean "show"?',
      position: { line: 1, column: 3 },
      partial: undefined,
    });
    expect(problemOfTemplate("{{user.name 'x'}}", { helpers }).hint).toBe("Known: show, one, any.");
    expect(problemOfTemplate("{{nope x=1}}", { helpers }).code).toBe("template_helper_unknown");
    expect(problemOfTemplate("{{show\n(nope 1)}}", { helpers }).position).toEqual({
      line: 2,
      column: 1,
    });
  });

  it.each([
    ["{{one a b}}", 'helper "one" takes 1 argument, not 2'],
    ["{{one x=1}}", 'helper "one" takes 1 argument, not 0'],
    ["{{show 1 2 3 4}}", 'helper "show" takes 0 to 3 arguments, not 4'],
    ["{{any x=1}}", 'helper "any" takes at least 2 arguments, not 0'],
  ])("refuses another number of arguments: %s", (source, message) => {
    expect(problemOfTemplate(`a\n${source}`, { helpers })).toEqual({
      code: "template_helper_misused",
      message,
      hint: undefined,
      position: { line: 2, column: 1 },
      partial: undefined,
    });
  });

  it("charges the budget for every argument and the result of a call", () => {
    const payload = (size: number) => ({
      text: "x".repeat(size),
      list: Array.from({ length: size }, () => 1),
    });
    const units = (source: string) =>
      unitsOfTemplate(source, payload(11)) - unitsOfTemplate(source, payload(10));
    expect(units("{{#if (default text 1)}}{{/if}}")).toBe(2 * COST.characters);
    expect(units("{{#if (default list 1)}}{{/if}}")).toBe(2 * COST.keys);
    expect(units("{{#if (and text list)}}{{/if}}")).toBe(COST.characters + 2 * COST.keys);
  });

  it("refuses a block helper as a value", () => {
    expect(problemOfTemplate("x {{if a}}")).toMatchObject({
      code: "template_helper_misused",
      message: 'helper "if" is a block',
      hint: 'Write "{{#if a}}".',
      position: { line: 1, column: 3 },
    });
    expect(problemOfTemplate("{{upper (if a)}}").hint).toBe('Write "{{#if …}}…{{/if}}".');
    expect(problemOfTemplate("{{lookup (each a) 0}}").position).toEqual({ line: 1, column: 10 });
  });
});

describe("compileExpression() of built-in helpers", () => {
  it.each([
    ["{{moeny a 'usd'}}", "money"],
    ["{{fliter list by='a'}}", "filter"],
    ["{{groupby list by='a'}}", "groupBy"],
    ["{{parsejson a}}", "parseJson"],
    ["{{replacematch a 'b' 'c'}}", "replaceMatch"],
    ["{{percantage a b}}", "percent"],
    ["{{humanise a}}", "humanize"],
    ["{{substract a b}}", "subtract"],
  ])("hints at the helper with the nearest name: %s", (source, name) => {
    expect(problemOfTemplate(source)).toMatchObject({
      code: "template_helper_unknown",
      hint: `Did you mean "${name}"?`,
    });
  });

  it.each([
    "add",
    "choose",
    "count",
    "duration",
    "entries",
    "filter",
    "find",
    "max",
    "money",
    "sum",
  ])("leaves fields with the name of a helper readable: %s", (name) => {
    const payload = { [name]: [{ id: 1 }, { id: 2 }] };
    const source = `{{${name}}} {{#${name}}}{{id}};{{/${name}}} {{length ${name}}} {{${name}.[1].id}}`;
    expect(renderTemplate(source, payload)).toBe('[{"id":1},{"id":2}] 1;2; 2 2');
  });
});
