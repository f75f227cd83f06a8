import { expect, test } from "vitest";
import { parseQuery, splitForm } from "./parse-query.ts";

test("parseQuery() returns each parameter by its name", () => {
  expect(parseQuery("kind=push&ref=main")).toEqual({ kind: "push", ref: "main" });
});

test("parseQuery() decodes names and values, and reads + as a space", () => {
  expect(parseQuery("a%20b=c%3Dd&e+f=g+h&%C3%A4=%F0%9F%91%8D")).toEqual({
    "a b": "c=d",
    "e f": "g h",
    ä: "👍",
  });
});

test("parseQuery() keeps everything after the first equals sign", () => {
  expect(parseQuery("token=YWJj==")).toEqual({ token: "YWJj==" });
});

test("parseQuery() takes the last of a repeated parameter", () => {
  expect(parseQuery("a=1&b=2&a=3")).toEqual({ a: "3", b: "2" });
});

test("parseQuery() reads a parameter without a value as an empty text", () => {
  expect(parseQuery("a&b=&=c")).toEqual({ a: "", b: "", "": "c" });
});

test("parseQuery() skips empty pairs", () => {
  expect(parseQuery("&&a=1&&")).toEqual({ a: "1" });
  expect(parseQuery("")).toEqual({});
});

test("parseQuery() leaves a broken escape as it was sent", () => {
  expect(parseQuery("a=100%&b=%zz+x&%ff=1")).toEqual({ a: "100%", b: "%zz x", "%ff": "1" });
});

test("parseQuery() takes __proto__ for a name like any other", () => {
  const query = parseQuery("__proto__=x&constructor=y");
  expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
  expect(Object.entries(query)).toEqual([
    ["__proto__", "x"],
    ["constructor", "y"],
  ]);
});

test("splitForm() returns the bytes of names and values, whatever their charset", () => {
  const body = Uint8Array.from("&a=%e9+%zz%&\xe9&b=%4", (char) => char.charCodeAt(0));
  const texts = splitForm(body).map((pair) => pair.map((bytes) => String.fromCharCode(...bytes)));
  expect(texts).toEqual([
    ["a", "\xe9 %zz%"],
    ["\xe9", ""],
    ["b", "%4"],
  ]);
});
