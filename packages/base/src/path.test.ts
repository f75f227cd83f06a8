import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  keyFromText,
  keysFromPath,
  parsePath,
  pathFromSteps,
  quoteNestedBrackets,
  readKey,
  readOwn,
  readPath,
  unquote,
} from "./path.ts";

describe("parsePath()", () => {
  it.each([
    ["a", ["a"]],
    ["a.b", ["a", "b"]],
    ["from[0].email", ["from", "0", "email"]],
    ["list.0.id", ["list", "0", "id"]],
    ["[0]", ["0"]],
    ["[0][1].a", ["0", "1", "a"]],
    ['a["x.y"].b', ["a", "x.y", "b"]],
    ["a['x y']", ["a", "x y"]],
    ["a.[x.y]", ["a", "x.y"]],
    ["[@type]", ["@type"]],
    ["a b.c", ["a b", "c"]],
    ["", [""]],
    ["a..b", ["a", "", "b"]],
    ["a[].b", ["a", "", "b"]],
    ['a["data[email]"].b', ["a", "data[email]", "b"]],
    ["a.['tags[]'][0]", ["a", "tags[]", "0"]],
    ["['a]b'].c", ["a]b", "c"]],
  ])("reads %j as %j", (text, names) => {
    expect(parsePath(text)).toEqual(names);
  });

  it.each(["a[0", "a]", "[a]b", "a[0]b", "a[[0]]", ".a[0]", "a..b[0]"])("refuses %j", (text) => {
    expect(parsePath(text)).toBeUndefined();
  });
});

describe("pathFromSteps()", () => {
  it.each([
    [["items", "0", "id"], "items[0].id"],
    [["Company Name"], "[Company Name]"],
    [["data", "E-Mail"], "data.E-Mail"],
    [["data", "50%"], "data.[50%]"],
    [["a", "x.y"], "a.[x.y]"],
    [["a", "'x'"], "a[\"'x'\"]"],
    [["data[email]"], "['data[email]']"],
    [["a", "it's[0]"], 'a["it\'s[0]"]'],
    [["a", "b}}c"], "a.[b}}c]"],
    [["0", "Straße"], "[0].Straße"],
  ])("writes %j as %j, which parsePath() reads", (steps, text) => {
    expect(pathFromSteps(steps)).toBe(text);
    expect(parsePath(text)).toEqual(steps);
  });

  it.each([[["a", "'[\""]], [["a", ""]]])("has no spelling for %j", (steps) => {
    expect(pathFromSteps(steps)).toBeUndefined();
  });
});

describe("quoteNestedBrackets()", () => {
  it.each([
    ["[data[email]]", "['data[email]']"],
    ["a.b.[tags[]]", "a.b['tags[]']"],
    ["a[0]", undefined],
    ["[['a']]", undefined],
  ])("writes %j as %j", (text, path) => {
    expect(quoteNestedBrackets(text)).toBe(path);
  });
});

describe("unquote()", () => {
  it.each([
    ['"a"', "a"],
    ["'a b'", "a b"],
    ['"a', '"a'],
    ["a", "a"],
    ["'a\"", "'a\""],
  ])("takes the quotes of %j away", (name, wanted) => {
    expect(unquote(name)).toBe(wanted);
  });
});

describe("readPath()", () => {
  const read = (value: unknown, path: string) =>
    readPath(value, keysFromPath(parsePath(path) as readonly string[]));

  it("reads fields, elements and lengths", () => {
    const value = { from: [{ email: "a@b" }], "x.y": 1 };
    expect(read(value, "from[0].email")).toBe("a@b");
    expect(read(value, "from.0.email")).toBe("a@b");
    expect(read(value, "['x.y']")).toBe(1);
    expect(read(value, "from.length")).toBe(1);
    expect(readPath(value, [])).toBe(value);
  });

  it("gives nothing if a key is missing", () => {
    expect(read({ a: null }, "a.b.c")).toBeUndefined();
    expect(read([1], "1")).toBeUndefined();
    expect(read(undefined, "a")).toBeUndefined();
  });

  it("ignores inherited keys and __proto__", () => {
    expect(read({}, "constructor.name")).toBeUndefined();
    expect(read(JSON.parse('{"__proto__": {"a": 1}}'), "__proto__.a")).toBeUndefined();
  });
});

/** As JSON.parse makes it: an own key of that name. */
const withOwnProto: unknown = JSON.parse('{"__proto__": {"x": 1}, "constructor": "own"}');

test("readOwn() reads own properties of objects, lists and texts", () => {
  expect(readOwn({ a: 1 }, "a")).toBe(1);
  expect(readOwn([7, 8], "1")).toBe(8);
  expect(readOwn([7, 8], "length")).toBe(2);
  expect(readOwn("abc", "length")).toBe(3);
});

test("readOwn() returns nothing if there is nothing to read", () => {
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

test("readKey() returns what readOwn() gives, for any value and key", () => {
  const keys = fc.oneof(fc.constantFrom("0", "1", "length", "a", "__proto__"), fc.string());
  fc.assert(
    fc.property(fc.jsonValue(), keys, (value, key) => {
      expect(readKey(value, keyFromText(key))).toEqual(readOwn(value, key));
    }),
  );
});
