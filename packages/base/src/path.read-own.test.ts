import fc from "fast-check";
import { expect, test } from "vitest";
import { keyFromText, readKey, readOwn } from "./path.ts";

/** As JSON.parse makes it: an own key of that name. */
const withOwnProto: unknown = JSON.parse('{"__proto__": {"x": 1}, "constructor": "own"}');

test("readOwn() reads own properties of objects, lists and texts", () => {
  expect(readOwn({ a: 1 }, "a")).toBe(1);
  expect(readOwn([7, 8], "1")).toBe(8);
  expect(readOwn([7, 8], "length")).toBe(2);
  expect(readOwn("abc", "length")).toBe(3);
});

test("readOwn() gives nothing where there is nothing to read", () => {
  for (const value of [undefined, null, 5, true, {}, [], ""]) {
    expect(readOwn(value, "a")).toBe(undefined);
  }
});

test.each(["constructor", "toString", "hasOwnProperty", "map", "slice"])(
  "readOwn() ignores the inherited %s",
  (key) => {
    for (const value of [{}, [], "", 5, () => 1]) expect(readOwn(value, key)).toBe(undefined);
  },
);

test("readOwn() never reads __proto__, not even as an own key", () => {
  expect(readOwn({}, "__proto__")).toBe(undefined);
  expect(readOwn(withOwnProto, "__proto__")).toBe(undefined);
  expect(readOwn(withOwnProto, "constructor")).toBe("own");
});

test("readKey() reads an index from a list", () => {
  const first = (value: unknown) => readKey(value, keyFromText("0"));
  expect(first(["a", "b"])).toBe("a");
  expect(first([])).toBe(undefined);
  expect(readKey(["a"], keyFromText("10"))).toBe(undefined);
});

test("readKey() reads a key of digits from an object", () => {
  expect(readKey({ 0: "a" }, keyFromText("0"))).toBe("a");
  expect(readKey({ "01": "a" }, keyFromText("01"))).toBe("a");
  expect(readKey(["a", "b"], keyFromText("01"))).toBe(undefined);
  expect(readKey(["a"], keyFromText("-1"))).toBe(undefined);
  const long = "12345678901234567890123";
  expect(readKey({ [long]: "a" }, keyFromText(long))).toBe("a");
  expect(readKey(["a"], keyFromText(long))).toBe(undefined);
});

test("readKey() ignores what a list inherits", () => {
  const list: unknown[] = [];
  expect(readKey(list, keyFromText("length"))).toBe(0);
  expect(readKey(list, keyFromText("push"))).toBe(undefined);
});

test("readKey() gives what readOwn() gives, for any value and key", () => {
  const keys = fc.oneof(fc.constantFrom("0", "1", "length", "a", "__proto__"), fc.string());
  fc.assert(
    fc.property(fc.jsonValue(), keys, (value, key) => {
      expect(readKey(value, keyFromText(key))).toEqual(readOwn(value, key));
    }),
  );
});
