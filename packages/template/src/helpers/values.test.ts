import { describe, expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

describe("json()", () => {
  it.each([
    ["x", '"x"'],
    ['"\n\ud800', '"\\"\\n\\ud800"'],
    ["", '""'],
    [0, "0"],
    [-0, "0"],
    [1e21, "1e+21"],
    [Number.NaN, "null"],
    [false, "false"],
    [null, "null"],
    [undefined, "null"],
    [[], "[]"],
    [{ a: [1, null] }, '{"a":[1,null]}'],
    [JSON.parse('{"__proto__": 1}'), '{"__proto__":1}'],
  ])("writes %j as %j", (value, text) => {
    expect(renderTemplate("{{json value}}", { value })).toBe(text);
  });

  it.each([0, 1, 2, 10])("indents by %i as JSON.stringify does", (width) => {
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

  it.each(["11", "-1", "1.5", '"wide"', "null"])("refuses the literal indent %s", (width) => {
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
  ["{{default a b}}", { a: " ", b: 2 }, " "],
  ["{{default a b}}", { a: 0, b: 2 }, "0"],
  ["{{default a b}}", { a: false, b: 2 }, "false"],
  ["{{default a b}}", { a: [], b: 2 }, "[]"],
  ["{{default a b}}", { a: {}, b: 2 }, "{}"],
  ["{{default a b 'c'}}", {}, "c"],
  ["[{{default a b}}]", {}, "[]"],
])("default() of %s with %j is %j", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it.each([
  ["{{lookup o k}}", { o: { a: 1 }, k: "a" }, "1"],
  ["{{lookup o k}}", { o: { 5: "five" }, k: 5 }, "five"],
  ["{{lookup o k}}", { o: { "[1]": "list" }, k: [1] }, "list"],
  ["{{lookup o k}}", { o: ["a", "b"], k: 1 }, "b"],
  ["{{lookup o k}}", { o: ["a", "b"], k: "length" }, "2"],
  ["[{{lookup o k}}]", { o: {}, k: "constructor" }, "[]"],
  ["[{{lookup o k}}]", { o: JSON.parse('{"__proto__": 1}'), k: "__proto__" }, "[]"],
  ["[{{lookup o 'a'}}]", {}, "[]"],
  ["[{{lookup o 'a'}}]", { o: null }, "[]"],
  ["{{lookup o 'a'}}", { o: 0 }, "0"],
])("lookup() of %s with %j is %j", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it("lookup() takes no named arguments", () => {
  expect(problemOfTemplate("{{lookup a 'b' c=1}}").message).toBe(
    'helper "lookup" has no named argument "c"',
  );
});
