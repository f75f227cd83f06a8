import { expect, test } from "vitest";
import { parsePayload } from "./parse-payload.ts";

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
