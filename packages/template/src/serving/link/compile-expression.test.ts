import { describe, expect, it, test } from "vitest";
import { problemOfTemplate, renderTemplate, unitsOfTemplate } from "../../../test/render.ts";
import { COST } from "../render/budget.ts";
import type { CallLiterals, HelperTable, ValueHelper } from "../render/helper.ts";

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
    ["{{show true false null}}", "[[true,false,null],{}]"],
    ["{{show a x=1 y=a z=(one 2)}}", '[["field"],{"x":1,"y":"field","z":2}]'],
    ["{{show __proto__=1}}", '[[],{"__proto__":1}]'],
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

  it.each([
    ["{{one a b}}", 'helper "one" takes 1 argument, not 2'],
    ["{{show 1 2 3 4}}", 'helper "show" takes 0 to 3 arguments, not 4'],
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
    ["{{replacematch a 'b' 'c'}}", "replaceMatch"],
  ])("hints at the helper with the nearest name: %s", (source, name) => {
    expect(problemOfTemplate(source)).toMatchObject({
      code: "template_helper_unknown",
      hint: `Did you mean "${name}"?`,
    });
  });

  it.each(["add", "duration", "find"])(
    "leaves fields with the name of a helper readable: %s",
    (name) => {
      const payload = { [name]: [{ id: 1 }, { id: 2 }] };
      const source = `{{${name}}} {{#${name}}}{{id}};{{/${name}}} {{length ${name}}} {{${name}.[1].id}}`;
      expect(renderTemplate(source, payload)).toBe('[{"id":1},{"id":2}] 1;2; 2 2');
    },
  );
});

test("compileExpression() reads a key that another field names from the body before its key payload", () => {
  const body = { name: "x", x: "of the body", payload: { x: "of its key", y: "only of its key" } };
  expect(renderTemplate("{{lookup payload name}}", body)).toBe("of the body");
  expect(renderTemplate("{{lookup payload name}}", { ...body, name: "y" })).toBe("only of its key");
});

const shared = { kind: "value", arity: [0, 5], call: () => "as called" } as const;

/** Renders the literals that `prepare` gets, as JSON. */
const echo: ValueHelper = {
  ...shared,
  name: "echo",
  prepare: (literals) => {
    const text = JSON.stringify(literals, (_key, value) => (value === undefined ? "?" : value));
    return () => text;
  },
};
const picky: ValueHelper = {
  ...shared,
  name: "picky",
  hash: ["zone", "digits"],
  prepare: ({ args: [first] }: CallLiterals) => {
    if (first?.value === "bad") return { problem: "takes no bad" };
    if (first?.value === "worse") {
      return { problem: "takes no worse", hint: 'Write "good".' };
    }
    return ([value], { zone }) => `${value}${zone}`;
  },
};
const plain: ValueHelper = { ...shared, name: "plain", hash: [] };
const free: ValueHelper = { ...shared, name: "free", call: (_args, hash) => hash };
const preparing: HelperTable = new Map(
  [echo, picky, plain, free].map((helper) => [helper.name, helper]),
);

function echoOf(source: string): unknown {
  return JSON.parse(renderTemplate(source, {}, { helpers: preparing }));
}

describe("compileExpression() with literals", () => {
  it("gives the helper the literals of a call, and undefined for each other argument", () => {
    expect(echoOf("{{echo 'a' 1.5 true null undefined}}")).toEqual({
      args: [{ value: "a" }, { value: 1.5 }, { value: true }, { value: null }, { value: "?" }],
      hash: {},
    });
    expect(echoOf("{{echo a (plain) x='b' y=a z=(plain) __proto__=1}}")).toEqual(
      JSON.parse(
        '{"args":["?","?"],"hash":{"x":{"value":"b"},"y":"?","z":"?","__proto__":{"value":1}}}',
      ),
    );
  });

  it("calls the prepared function with the values of the event", () => {
    expect(renderTemplate("{{picky a zone=b}}", { a: 1, b: 2 }, { helpers: preparing })).toBe("12");
  });

  it("reports a wrong literal with its position and hint", () => {
    expect(problemOfTemplate("a\n  {{picky 'worse'}}", { helpers: preparing })).toEqual({
      code: "template_helper_misused",
      message: 'helper "picky" takes no worse',
      hint: 'Write "good".',
      position: { line: 2, column: 3 },
      partial: undefined,
    });
    expect(problemOfTemplate("{{plain (picky 'bad')}}", { helpers: preparing })).toEqual({
      code: "template_helper_misused",
      message: 'helper "picky" takes no bad',
      hint: undefined,
      position: { line: 1, column: 9 },
      partial: undefined,
    });
  });

  it("finds a wrong call within a partial", () => {
    const partials = { row: "- {{picky 'bad'}}" };
    expect(problemOfTemplate("{{> row}}", { helpers: preparing, partials })).toMatchObject({
      message: 'helper "picky" takes no bad',
      partial: "row",
    });
  });
});
