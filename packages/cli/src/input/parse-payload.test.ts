import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonError, parsePayload } from "./parse-payload.ts";

test("parsePayload() returns any JSON value, and an empty object for an empty text", () => {
  expect(parsePayload('[1, {"a": null}]', '"p.json"')).toEqual({
    payload: [1, { a: null }],
    integersAsText: [],
  });
  expect(parsePayload(" \r\n\t", '"p.json"')).toEqual({ payload: {} });
});

test("parsePayload() keeps the digits of long integers, as the server does", () => {
  expect(parsePayload('{"id": 820982911946154508}', '"p.json"')).toEqual({
    payload: { id: "820982911946154508" },
    integersAsText: ["820982911946154508"],
  });
});

test.each([
  ["{", "line 1, column 2"],
  ['{\r\n  "a": 1,\r\n}', "line 3, column 1"],
  ['{\n"token": "s3cret",\n\n  s3cret: 1 }', "line 4, column 3"],
])(
  "parsePayload() reports the position of the mistake in %j, and never quotes the text",
  (text, position) => {
    expect(() => parsePayload(text, '"p.json"')).toThrow(
      `The payload in "p.json" is not valid JSON: something is wrong or missing at ${position}.`,
    );
  },
);

/** The caret is before the first wrong character. */
test.each([
  "^",
  "  ^",
  "^x",
  "^'a'",
  "{^",
  "{^a: 1}",
  '{"a" ^1}',
  '{"a": ^}',
  '{"a": 1 ^"b": 2}',
  '{"a": 1, ^}',
  '{"a": 1^]',
  "[^,]",
  "[1, ^]",
  "[1^}",
  "[1 ^2]",
  "[1^: 2]",
  '{"a": [{"b": ^tru}]}',
  "[1]^]",
  "{} ^{}",
  "0^1",
  "^-",
  '[^"a\\q"]',
  '[^"a\nb"]',
  '[^"never closed]',
  "^// comment",
  '{"a": {"b": [1, 2, {"c": null}]^',
])("findJsonError() finds the position in %j", (marked) => {
  const text = marked.replace("^", "");
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(findJsonError(text)).toBe(marked.indexOf("^"));
});

test("findJsonError() reads every valid text to its end, with any white space", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"), (value, space) => {
      const text = ` ${JSON.stringify(value, null, space)}\r\n`;
      expect(findJsonError(text)).toBe(text.length);
    }),
  );
});

test("findJsonError() returns an offset within any text that is cut or changed", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 3 }), (json, at, change) => {
      const start = at % (json.length + 1);
      const text = json.slice(0, start) + change + json.slice(start + change.length);
      const offset = findJsonError(text);
      expect(offset).toBeLessThanOrEqual(text.length);
      // The text before the mistake is the start of valid JSON: it fails at its end, or not at all.
      expect(findJsonError(text.slice(0, offset))).toBe(offset);
    }),
  );
});
