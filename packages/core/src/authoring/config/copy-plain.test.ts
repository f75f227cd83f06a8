import fc from "fast-check";
import { expect, test } from "vitest";
import { compileConfig } from "../../compile-hooks.ts";
import type { HooksInput, MappingInput } from "./config.ts";
import { copyPlain, MAX_LEVELS, MAX_VALUES } from "./copy-plain.ts";
import { findEndOfSpan } from "./locate-in-written.ts";

test("copyPlain() copies JSON values as they are", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = copyPlain(value);
      expect(copy).toEqual({ value, unreadable: [], foreign: [], excess: undefined });
      if (typeof value === "object" && value !== null) expect(copy.value).not.toBe(value);
    }),
  );
});

test("copyPlain() keeps a key called __proto__ a key", () => {
  const copy = copyPlain(JSON.parse('{"__proto__": {"a": 1}}')).value;
  expect(Object.keys(copy as object)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
});

test("copyPlain() leaves out what a prototype has", () => {
  expect(copyPlain(Object.create({ a: 1 })).value).toEqual({});
});

test("copyPlain() reads each part once", () => {
  let asked = 0;
  const value = {
    get a(): number {
      asked += 1;
      return asked;
    },
  };
  expect(copyPlain(value).value).toEqual({ a: 1 });
});

test("copyPlain() says which parts threw, and has nothing there", () => {
  const throwing = new Proxy({}, { ownKeys: () => fail() });
  const list = [
    1,
    {
      get a(): unknown {
        return fail();
      },
      b: throwing,
    },
  ];
  expect(copyPlain({ list })).toEqual({
    value: { list: [1, {}] },
    unreadable: [
      ["list", 1, "a"],
      ["list", 1, "b"],
    ],
    foreign: [],
    excess: undefined,
  });
});

test("copyPlain() says where functions, symbols and big integers stand", () => {
  const symbol = Symbol("x");
  expect(copyPlain([1n, { a: fail }, symbol])).toMatchObject({
    value: [1n, { a: fail }, symbol],
    foreign: [[0], [1, "a"], [2]],
  });
});

test("copyPlain() goes as deep as it says, and no deeper", () => {
  const nested = (levels: number): unknown => (levels === 0 ? {} : [nested(levels - 1)]);
  expect(copyPlain(nested(MAX_LEVELS)).excess).toBeUndefined();
  expect(copyPlain(nested(MAX_LEVELS + 1)).excess?.kind).toBe("deep");
});

test("copyPlain() gives up on objects that share too many parts", () => {
  let value: unknown = 1;
  for (let level = 0; level < 64; level++) value = { a: value, b: value };
  expect(copyPlain(value).excess?.kind).toBe("large");
  expect(copyPlain(Array(MAX_VALUES + 1)).excess).toEqual({ kind: "large", steps: [] });
}, 60_000);

function fail(): never {
  throw new Error("from within");
}

// Offsets in templates → the text that a report marks.

test.each([
  ["a {{#if x}}b", "{{#if x}}"],
  ["{{x}}} y", "{{x}}"],
  ["{{{x}}}} y", "{{{x}}}"],
  ["{{{x}~}} y", "{{{x}~}}"],
  ["{{{{raw}}}}a{{{{/raw}}}}", "{{{{raw}}}}"],
  ["{{{x}} y", "{{{x}}"],
  ["{{~x~}} y", "{{~x~}}"],
  ["{{f '}}' [}}] \"}}\"}} y", "{{f '}}' [}}] \"}}\"}}"],
  ["{{ a } b }} y", "{{ a } b }}"],
  ["{{x and {{y}}", "{{x and"],
  ["{{x and more \nnext", "{{x and more"],
  ["{{", "{{"],
])("findEndOfSpan() finds in %j the tag %s", (source, tag) => {
  const start = source.indexOf("{{");
  expect(source.slice(start, findEndOfSpan(source, start))).toBe(tag);
});

test.each([
  ["{{f (g (h 1) ')')}}", "(g", "(g (h 1) ')')"],
  ["{{f (g x}} y", "(g", "(g x"],
  ["{{f (g x", "(g", "(g x"],
  ["{{user.[first name].x y}}", "user", "user.[first name].x"],
  ["{{f a=b}}", "a", "a"],
  ['{{f "a b" c}}', '"a', '"a b"'],
  ["{{f 'a' c}}", "'a", "'a'"],
  ["{{f 'a", "'a", "'a"],
  ["{{a == b}}", "==", "="],
  ["{{a", "", "{{a"],
])("findEndOfSpan() finds in %j from %j on %j", (source, from, found) => {
  const start = source.indexOf(from);
  expect(source.slice(start, findEndOfSpan(source, start))).toBe(found);
});

// Templates that are trimmed before they are compiled → problems in the text that was written.

const mapping: MappingInput = { match: { path: "ci" }, messageTemplate: "x" };

/** Where the one problem is, and the text there. */
function locate(hooks: HooksInput, text: string) {
  const presets = { mine: () => [{ ...mapping, name: "  {{#if x}}" }] };
  const [problem] = compileConfig({ hooks }, { presets }).problems;
  const { start, end } = problem?.templateSpan ?? { start: -1, end: -1 };
  return [problem?.templatePosition, text.slice(start, end)];
}

test.each([
  ["name", "\n  ab {{nope x}} y", { line: 2, column: 6 }, "{{nope x}}"],
  ["name", "a \t\r\n b\u0007{{f (nope x)}}", { line: 2, column: 4 }, "{{f (nope x)}}"],
  ["name", "\u202e {{upper\n  (nope x)}}", { line: 2, column: 3 }, "(nope x)"],
  ["sessionKey", " hook:{{nope x}}", { line: 1, column: 7 }, "{{nope x}}"],
  ["instructions", "\n\n{{nope x}}\n", { line: 3, column: 1 }, "{{nope x}}"],
  ["messageTemplate", " a {{upper (nope x)}}", { line: 1, column: 12 }, "(nope x)"],
])("locateInWritten() finds in %s %j the mistake", (field, text, position, found) => {
  expect(locate({ mappings: [{ ...mapping, [field]: text }] }, text)).toEqual([position, found]);
});

test("locateInWritten() locates a mistake of a partial in the partial", () => {
  const text = " a {{nope x}}";
  const partials = { row: text };
  const mappings = [{ ...mapping, name: " {{> row}}" }];
  expect(locate({ partials, mappings }, text)).toEqual([{ line: 1, column: 4 }, "{{nope x}}"]);
});

test("locateInWritten() locates a mistake of a preset in the text of the preset", () => {
  expect(locate({ presets: ["mine"] }, "{{#if x}}")).toEqual([{ line: 1, column: 1 }, "{{#if x}}"]);
});

test("locateInWritten() locates a mistake that a cut text makes", () => {
  const text = `  ${"a".repeat(509)}{{x}}`;
  expect(locate({ mappings: [{ ...mapping, name: text }] }, text)).toEqual([
    { line: 1, column: 512 },
    "{{x",
  ]);
});
