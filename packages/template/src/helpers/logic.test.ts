import { expect, it } from "vitest";
import { problemOfTemplate, renderTemplate } from "../../test/render.ts";

it.each([true, 1, "a", "false", [0], {}])("not() of %j is false", (value) => {
  expect(renderTemplate("{{not value}}", { value })).toBe("false");
});

it.each([false, 0, "", [], null, undefined])("not() of %j is true", (value) => {
  expect(renderTemplate("{{not value}}", { value })).toBe("true");
});

it.each([
  ["{{json (and a b)}}", { a: 1, b: "x" }, '"x"'],
  ["{{json (and a b)}}", { a: 0, b: "x" }, "0"],
  ["{{json (and a b)}}", { a: [], b: "x" }, "[]"],
  ["{{json (and a b)}}", { a: {}, b: "" }, '""'],
  ["{{json (and a b)}}", { b: 1 }, "null"],
  ["{{json (and a b c)}}", { a: 1, b: 2, c: 3 }, "3"],
  ["{{json (and a b c)}}", { a: 1, b: false, c: 3 }, "false"],
])("and() as in %s with %j is %s", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it.each([
  ["{{json (or a b)}}", { a: 1, b: "x" }, "1"],
  ["{{json (or a b)}}", { a: 0, b: "x" }, '"x"'],
  ["{{json (or a b)}}", { a: [], b: {} }, "{}"],
  ["{{json (or a b)}}", { a: 0, b: false }, "false"],
  ["{{json (or a b c)}}", { a: "", b: 2, c: 3 }, "2"],
  ["{{json (or a b c)}}", {}, "null"],
])("or() as in %s with %j is %s", (template, payload, text) => {
  expect(renderTemplate(template, payload)).toBe(text);
});

it.each([
  ["{{in v list}}", { v: "b", list: ["a", "b"] }, "true"],
  ["{{in v list}}", { v: 5, list: ["5"] }, "true"],
  ["{{in v list}}", { v: "c", list: ["a", "b"] }, "false"],
  ["{{in v list}}", { v: { a: 1 }, list: [{ a: 1 }] }, "true"],
  ["{{in v list}}", { list: ["a", null] }, "true"],
  ["{{in v list}}", { v: "a", list: "a" }, "false"],
  ["{{in v list}}", {}, "false"],
  ["{{in v 'a' 'b'}}", { v: "b" }, "true"],
  ["{{in v 'a' 'b' other}}", { v: "c", other: "c" }, "true"],
  ["{{in v 'a' list}}", { v: "b", list: ["b"] }, "false"],
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
  ["abc", "BC", "false"],
  ["abc", "", "true"],
  [null, "a", "false"],
  [1234, 23, "true"],
  ["a".repeat(50), "a".repeat(40), "true"],
  [`${"a".repeat(50)}b`, `${"a".repeat(40)}b`, "true"],
  ["a".repeat(50), `${"a".repeat(40)}b`, "false"],
  [["a", 5], "5", "true"],
  [["ab"], "a", "false"],
  [["a", null], "", "true"],
  [[{ a: 1 }], { a: 1 }, "true"],
  [{ a: null }, "a", "true"],
  [{ 5: 1 }, 5, "true"],
  [{ a: "b" }, "b", "false"],
  [{}, "constructor", "false"],
  [JSON.parse('{"__proto__": 1}'), "__proto__", "false"],
])("contains() of %j and %j is %s", (whole, value, text) => {
  expect(renderTemplate("{{contains whole value}}", { whole, value })).toBe(text);
});

it.each([
  [5, "5", true],
  ["5.0", 5, false],
  [0, -0, true],
  ["a", "A", false],
  [null, "", true],
  [undefined, null, true],
  [0, "", false],
  [false, "false", true],
  [[1, "a"], '[1,"a"]', true],
  [{ a: 1 }, { a: 1 }, true],
  [{}, "[object Object]", false],
])("eq() of %j and %j is %s, and ne() is the opposite", (a, b, equal) => {
  expect(renderTemplate("{{eq a b}} {{ne a b}}", { a, b })).toBe(`${equal} ${!equal}`);
});

it.each([
  [1, "<", 2],
  [2, "=", 2],
  [3, ">", 2],
  ["9", "<", 10],
  ["2.0", "=", " 2 "],
  ["9007199254740993", ">", "9007199254740992"],
  ["9007199254740993", ">", 9007199254740992],
  [1e21, ">", "999999999999999999999"],
  ["1".repeat(400), ">", "2".repeat(399)],
  [`-${"1".repeat(400)}`, "<", `-${"2".repeat(399)}`],
  ["-9007199254740993", "<", "-9007199254740992"],
  [`-0.${"0".repeat(400)}1`, "<", "0"],
  [`0.${"0".repeat(400)}1`, ">", `-0.${"0".repeat(400)}1`],
  ["-0.0", "=", "0"],
  [" +9.50 ", "<", "10"],
  ["1e3", "<", "5"],
  ["10", "<", "9a"],
  ["b", ">", "a"],
  ["B", "<", "a"],
  ["a", "=", "a"],
  [false, "<", true],
  [[2], ">", [1]],
  [null, "none", 1],
  [1, "none", undefined],
  ["", "none", ""],
  ["a", "none", null],
])("gt(), gte(), lt() and lte() of %j %s %j agree", (a, order, b) => {
  const expected = [order === ">", /[>=]/.test(order), order === "<", /[<=]/.test(order)];
  expect(renderTemplate("{{gt a b}} {{gte a b}} {{lt a b}} {{lte a b}}", { a, b })).toBe(
    expected.join(" "),
  );
});
