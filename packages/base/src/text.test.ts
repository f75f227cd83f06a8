import fc from "fast-check";
import { expect, test } from "vitest";
import {
  describeArity,
  describeError,
  hasControlCharacters,
  hasInvisibleCharacters,
  isBlank,
  oneLine,
  stripOuterSlashes,
  wrapWords,
} from "./text.ts";

test("oneLine() leaves a line as it is", () => {
  expect(oneLine("Deploy of “site” — 4.2 👍")).toBe("Deploy of “site” — 4.2 👍");
});

test.each([
  ["line feed", "a\nb"],
  ["carriage return and line feed", "a\r\nb"],
  ["tab", "a\tb"],
  ["vertical tab", "a\vb"],
  ["form feed", "a\fb"],
  ["record separator", "a\u001eb"],
  ["next line", "a\u0085b"],
  ["line separator", "a\u2028b"],
  ["paragraph separator", "a\u2029b"],
  ["a run of several", "a\r\n\u0000\u202e\tb"],
])("oneLine() makes one space of a %s", (_name, text) => {
  expect(oneLine(text)).toBe("a b");
  expect(hasInvisibleCharacters(text)).toBe(true);
});

test.each([
  ["NUL", "a\u0000b"],
  ["escape", "a\u001bb"],
  ["delete", "a\u007fb"],
  ["C1 control", "a\u009bb"],
  ["right-to-left override", "a\u202eb"],
  ["isolate", "a\u2066b"],
])("oneLine() removes a %s", (_name, text) => {
  expect(oneLine(text)).toBe("ab");
  expect(hasControlCharacters(text)).toBe(true);
});

test("oneLine() keeps joiners, variation selectors and marks of direction, which are text", () => {
  const text = "a\u200d\u200c\ufe0f\u200e\u200fb";
  expect(oneLine(text)).toBe(text);
});

test("oneLine() trims, also what was a control character", () => {
  expect(oneLine("\n  name\u0000 \n")).toBe("name");
  expect(oneLine("\n\t ")).toBe("");
});

test("oneLine() keeps 512 characters and shortens longer lines to as many", () => {
  expect(oneLine("x".repeat(512))).toBe("x".repeat(512));
  expect(oneLine("x".repeat(513))).toBe(`${"x".repeat(511)}…`);
});

test("oneLine() does not cut a character in two", () => {
  expect(oneLine(`${"x".repeat(510)}👍👍`)).toBe(`${"x".repeat(510)}…`);
  expect(oneLine(`${"x".repeat(509)}👍👍`)).toBe(`${"x".repeat(509)}👍…`);
});

test("oneLine() returns a line without control characters for any text", () => {
  const pieces = fc.constantFrom("\n", "\u0000", "\u202e", " ", "a", "👍", "x".repeat(300));
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.array(pieces, { maxLength: 8 }).map((drawn) => drawn.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const line = oneLine(text);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(line.length).toBeLessThanOrEqual(512);
      expect(oneLine(line)).toBe(line);
    }),
  );
});

test.each([
  ["zero-width space", "\u200b"],
  ["zero-width joiner", "\u200d"],
  ["variation selector", "\ufe0f"],
  ["byte order mark", "\ufeff"],
  ["soft hyphen", "\u00ad"],
  ["tag character", "\u{e0041}"],
  ["Hangul filler", "\u3164"],
  ["blank Braille pattern", "\u2800"],
  ["half of a pair", "\ud800"],
])("hasInvisibleCharacters() finds a %s", (_name, character) => {
  expect(hasInvisibleCharacters(`a${character}b`)).toBe(true);
});

test("hasInvisibleCharacters() treats letters with marks, spaces and emoji as visible", () => {
  for (const text of ["", "a b\u00a0c", "größe", "e\u0301", "ไทย", "हिन्दी", "👍", "#ops:1/2"]) {
    expect([text, hasInvisibleCharacters(text)]).toEqual([text, false]);
  }
});

test.each([
  "",
  " \n\t",
  "\u00a0\u3000",
  "\u200b\u200c\u200d\u2060\ufeff",
  "\u202a\u202e\u2066\u2069",
  "\u{e0041}\u{e007f}",
  "\ufe00\ufe0f\u{e0100}",
  "\u00ad",
  "\u115f\u1160\u3164\uffa0",
  "\u2800",
  "\u034f",
  "\u17b4\u17b5",
  "\u180e",
  "\u{1d159}",
  "\u0000\u0007\u0085",
  "\ud800",
  "\u2028\u2029",
])("isBlank() sees nothing in %j", (text) => {
  expect(isBlank(text)).toBe(true);
  expect(isBlank(` ${text}.`)).toBe(false);
});

test.each([
  ["github", "github"],
  ["/github", "github"],
  ["github/", "github"],
  ["///github///", "github"],
  ["/clink/payment/", "clink/payment"],
  ["a//b", "a//b"],
  ["/", ""],
  ["////", ""],
  ["", ""],
])("stripOuterSlashes() makes of %j %j", (text, name) => {
  expect(stripOuterSlashes(text)).toBe(name);
});

test("stripOuterSlashes() takes a path of two million slashes", () => {
  expect(stripOuterSlashes(`${"/".repeat(1e6)}a${"/".repeat(1e6)}`)).toBe("a");
  expect(stripOuterSlashes("/".repeat(2e6))).toBe("");
});

test.each([
  ["", 10, [""]],
  ["one", 2, ["one"]],
  ["one two three", 7, ["one two", "three"]],
  ["one two three", 6, ["one", "two", "three"]],
  [
    "see https://example.com/a/long/address now",
    10,
    ["see", "https://example.com/a/long/address", "now"],
  ],
  ["one two", Number.POSITIVE_INFINITY, ["one two"]],
])("wrapWords() of %j to %s columns", (text, width, lines) => {
  expect(wrapWords(text, width)).toEqual(lines);
});

test("describeError() returns name and message of an error, and only the type of anything else", () => {
  expect(describeError(new RangeError("too far"))).toBe("RangeError: too far");
  expect(describeError("a secret")).toBe("string");
  expect(describeError(null)).toBe("object");
});

test.each([
  [[0, 0], "0 arguments"],
  [[1, 1], "1 argument"],
  [[0, 1], "0 to 1 argument"],
  [[1, 3], "1 to 3 arguments"],
  [[1, Number.POSITIVE_INFINITY], "at least 1 argument"],
  [[2, Number.POSITIVE_INFINITY], "at least 2 arguments"],
] as const)("describeArity() says %j in words", (arity, words) => {
  expect(describeArity(arity, "to")).toBe(words);
});

test("describeArity() uses the given word between the numbers", () => {
  expect(describeArity([2, 3], "or")).toBe("2 or 3 arguments");
});
