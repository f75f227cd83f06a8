import { expect, test } from "vitest";
import { omitPaths } from "./read-by-schema.ts";

test("omitPaths() leaves out what stands at the paths", () => {
  const value = { a: 1, b: { c: 2, d: 3 }, e: [{ f: 4, g: 5 }] };
  expect(omitPaths(value, [["a"], ["b", "c"], ["e", 0, "g"]])).toEqual({
    b: { d: 3 },
    e: [{ f: 4 }],
  });
});

test("omitPaths() leaves a hole in a list, so that indexes stay", () => {
  expect(omitPaths([1, 2, 3], [[1]])).toEqual([1, undefined, 3]);
});

test("omitPaths() leaves out the whole value for the empty path", () => {
  expect(omitPaths({ a: 1 }, [[], ["a"]])).toBe(undefined);
});

test("omitPaths() gives back what it leaves nothing out of", () => {
  const value = { a: { b: 1 }, c: [{}] };
  expect(omitPaths(value, [])).toBe(value);
  const copy = omitPaths(value, [["a", "b"]]);
  expect((copy as typeof value).c).toBe(value.c);
  expect(value).toEqual({ a: { b: 1 }, c: [{}] });
});

test("omitPaths() tells an index from a key of digits", () => {
  expect(omitPaths({ 0: "a" }, [["0"]])).toEqual({});
  expect(omitPaths(["a"], [["0"]])).toEqual(["a"]);
});

test("omitPaths() takes __proto__ for a key like any other", () => {
  const value: unknown = JSON.parse('{"__proto__": {"x": 1}, "a": 1}');
  const copy = omitPaths(value, [["a"]]);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"x":1}}');
});
