import fc from "fast-check";
import { expect, test } from "vitest";
import { copyPlain, MAX_LEVELS, MAX_VALUES } from "./copy-plain.ts";

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

test("copyPlain() does not touch what is not wanted", () => {
  const value = {
    a: 1,
    get b(): unknown {
      return fail();
    },
  };
  expect(copyPlain(value, ([key]) => key === "a").value).toEqual({ a: 1 });
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
