import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate, traceTemplate } from "../../../test/render.ts";

describe("json()", () => {
  it.each([
    ["x", '"x"'],
    [0, "0"],
    [Number.NaN, "null"],
    [null, "null"],
    [JSON.parse('{"__proto__": 1}'), '{"__proto__":1}'],
  ])("writes %j as %j", (value, text) => {
    expect(renderTemplate("{{json value}}", { value })).toBe(text);
  });

  it.each([0, 1, 2])("indents by %i as JSON.stringify does", (width) => {
    const value = { a: [], b: {}, c: [{ "{": '}"\\' }, [[1, true], null]], d: "a:b,c" };
    const text = JSON.stringify(value, null, width);
    expect(renderTemplate("{{json value indent=width}}", { value, width })).toBe(text);
    expect(renderTemplate(`{{json value indent=${width}}}`, { value })).toBe(text);
  });

  it.each([
    [11, " ".repeat(10)],
    ["3", "   "],
    [2.9, "  "],
  ])("takes an indent of %j from a payload for what is nearest", (width, indent) => {
    const payload = { value: [1], width };
    expect(renderTemplate("{{json value indent=width}}", payload)).toBe(`[\n${indent}1\n]`);
  });

  it.each([-1, "wide", null])("ignores an indent of %j from a payload", (width) => {
    const payload = { value: [1], width };
    expect(renderTemplate("{{json value indent=width}}", payload)).toBe("[1]");
  });

  it.each(["11", "-1"])("refuses the literal indent %s", (width) => {
    expect(problemOfTemplate(`{{json value indent=${width}}}`).message).toBe(
      'helper "json" takes an indent that is a whole number from 0 to 10',
    );
  });

  it("refuses a text that exceeds the limit, before it is built", () => {
    const limits = { maxCharacters: 20 };
    const length = (value: unknown) =>
      renderTemplate("{{length (json value indent=2)}}", { value }, { limits });
    expect(length("x".repeat(20))).toBe("22");
    expect(() => length("x".repeat(21))).toThrow("the rendered text is too long");
    expect(length([[1]])).toBe("17");
    expect(() => length([[[1]]])).toThrow("the rendered text is too long");
  });

  it("renders deep values with wide indents, and charges the budget for them", () => {
    let value: unknown = Array.from({ length: 100_000 }, () => 1);
    for (let level = 0; level < 400; level++) value = [value];
    expect(() => renderTemplate("{{json value indent=10}}", { value })).toThrow(
      "the rendered text is too long",
    );
  });
});

it.each([
  ["{{default a b}}", { a: 1, b: 2 }, "1"],
  ["{{default a b}}", { b: 2 }, "2"],
  ["{{default a b}}", { a: null, b: 2 }, "2"],
  ["{{default a b}}", { a: "", b: 2 }, "2"],
  ["{{default a b}}", { a: false, b: 2 }, "false"],
  ["{{default a b}}", { a: [], b: 2 }, "[]"],
])("default() of %s with %j is %j", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it.each([
  ["{{lookup o k}}", { o: { a: 1 }, k: "a" }, "1"],
  ["{{lookup o k}}", { o: ["a", "b"], k: "length" }, "2"],
  ["[{{lookup o k}}]", { o: {}, k: "constructor" }, "[]"],
  ["[{{lookup o k}}]", { o: JSON.parse('{"__proto__": 1}'), k: "__proto__" }, "[]"],
])("lookup() of %s with %j is %j", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it.each([true, 1, [0]])("not() of %j is false", (value) => {
  expect(renderTemplate("{{not value}}", { value })).toBe("false");
});

it.each([false, []])("not() of %j is true", (value) => {
  expect(renderTemplate("{{not value}}", { value })).toBe("true");
});

it.each([
  ["{{json (and a b)}}", { a: 1, b: "x" }, '"x"'],
  ["{{json (and a b)}}", { a: 0, b: "x" }, "0"],
  ["{{json (and a b)}}", { b: 1 }, "null"],
])("and() as in %s with %j is %s", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it.each([
  ["{{json (or a b)}}", { a: 1, b: "x" }, "1"],
  ["{{json (or a b)}}", { a: 0, b: "x" }, '"x"'],
  ["{{json (or a b)}}", { a: [], b: {} }, "{}"],
  ["{{json (or a b)}}", { a: 0, b: false }, "false"],
])("or() as in %s with %j is %s", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it.each([
  ["{{in v list}}", { v: "b", list: ["a", "b"] }, "true"],
  ["{{in v list}}", { v: 5, list: ["5"] }, "true"],
  ["{{in v list}}", { v: "a", list: "a" }, "false"],
  ["{{in v 'a' 'b'}}", { v: "b" }, "true"],
])("in() as in %s with %j is %s", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it("in() refuses a single literal, which is never a list", () => {
  expect(problemOfTemplate("{{#if (in action 'opened')}}x{{/if}}")).toMatchObject({
    message: 'helper "in" takes a list, or two or more values to choose from',
    hint: 'For one value write "eq".',
    position: { line: 1, column: 7 },
  });
});

it.each([
  ["abc", "bc", "true"],
  [null, "a", "false"],
  ["a".repeat(50), "a".repeat(40), "true"],
  [`${"a".repeat(50)}b`, `${"a".repeat(40)}b`, "true"],
  ["a".repeat(50), `${"a".repeat(40)}b`, "false"],
  [["a", null], "", "true"],
  [{ a: null }, "a", "true"],
  [{}, "constructor", "false"],
  [JSON.parse('{"__proto__": 1}'), "__proto__", "false"],
])("contains() of %j and %j is %s", (whole, value, text) => {
  expect(renderTemplate("{{contains whole value}}", { whole, value })).toBe(text);
});

it.each([
  [5, "5", true],
  ["a", "A", false],
  [false, "false", true],
])("eq() of %j and %j is %s, and ne() is the opposite", (a, b, equal) => {
  expect(renderTemplate("{{eq a b}} {{ne a b}}", { a, b })).toBe(`${equal} ${!equal}`);
});

it.each([
  [1, "<", 2],
  ["9", "<", 10],
  ["9007199254740993", ">", "9007199254740992"],
  [1e21, ">", "999999999999999999999"],
  ["1".repeat(400), ">", "2".repeat(399)],
  [`-${"1".repeat(400)}`, "<", `-${"2".repeat(399)}`],
  [`-0.${"0".repeat(400)}1`, "<", "0"],
  [`0.${"0".repeat(400)}1`, ">", `-0.${"0".repeat(400)}1`],
  ["-0.0", "=", "0"],
  ["1e3", "<", "5"],
  ["B", "<", "a"],
  [null, "none", 1],
])("gt(), gte(), lt() and lte() of %j %s %j agree", (a, order, b) => {
  const expected = [order === ">", /[>=]/.test(order), order === "<", /[<=]/.test(order)];
  expect(renderTemplate("{{gt a b}} {{gte a b}} {{lt a b}} {{lte a b}}", { a, b })).toBe(
    expected.join(" "),
  );
});

it.each([
  ["{{{{raw}}}}a {{b}} {{#if}}{{{{/raw}}}}", {}, "a {{b}} {{#if}}"],
  ["{{{{raw}}}}{{b}}{{{{/raw}}}}", { raw: false }, "{{b}}"],
  ["{{#each list}}{{{{raw}}}}{{.}}{{{{/raw}}}}{{/each}}", { list: [1, 2] }, "{{.}}{{.}}"],
  ["{{~x}} {{{{raw}}}} {{x}} {{{{/raw}}}} {{x~}}", { x: 1 }, "1  {{x}}  1"],
])("raw() shows its content: %j with %j is %j", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it.each([
  ["{{#raw}}{{b}}{{/raw}}", { raw: { b: 1 } }, "1"],
  ["{{#raw}}{{.}}{{else}}none{{/raw}}", { raw: [1, 2] }, "12"],
  ["{{#raw}}a{{else}}none{{/raw}}", {}, "none"],
  ["{{^raw}}none{{/raw}}", {}, "none"],
  ["{{{{field}}}}{{b}}{{{{/field}}}}", { field: false }, ""],
])("raw() leaves a field alone: %j with %j is %j", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it("raw() reports its text to a trace as the operator's", () => {
  expect(traceTemplate("{{{{raw}}}}{{b}}{{{{/raw}}}}").parts).toEqual([{ text: "{{b}}" }]);
});
