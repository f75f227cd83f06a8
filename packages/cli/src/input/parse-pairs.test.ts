import { expect, test } from "vitest";
import { parseHeaders, parseQueryPairs } from "./parse-pairs.ts";

test("parseHeaders() returns lower-case names and joins the values of repeated ones", () => {
  expect(parseHeaders(["X-Event: push", "x-url:http://a:1/", "x-event:ping", "empty:"])).toEqual({
    "x-event": "push, ping",
    "x-url": "http://a:1/",
    empty: "",
  });
});

test("parseQuery() does not decode values, and keeps the last of equal names", () => {
  expect(parseQueryPairs(["a=1", "b= x=%20 ", "a=2", "c="])).toEqual({
    a: "2",
    b: " x=%20 ",
    c: "",
  });
});

test.each(["__proto__", "constructor"])("parseHeaders() keeps %s as plain data", (name) => {
  const headers = parseHeaders([`${name}:x`]);
  expect(Object.hasOwn(headers, name)).toBe(true);
  expect(Object.getPrototypeOf(headers)).toBe(Object.prototype);
});

test.each(["", "s3cret", ":s3cret", "=s3cret"])(
  "parseHeaders() and parseQuery() refuse %j",
  (text) => {
    for (const parse of [parseHeaders, parseQueryPairs]) {
      expect(() => parse([text])).toThrow(
        expect.objectContaining({
          exitCode: 2,
          message: expect.stringMatching(/^An option has no name and value\. Write --(?!.*s3cret)/),
        }),
      );
    }
  },
);
