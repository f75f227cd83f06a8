// Namespaces → exports.
import { expect, test } from "vitest";
import { describeExports } from "./call-result.ts";

const pathsOf = (namespace: unknown) =>
  Object.fromEntries(describeExports(namespace).map(({ name, path }) => [name, path?.join(".")]));

test("describeExports() lists CommonJS exports, but not over a function of the same name", () => {
  const fn = (): null => null;
  expect(pathsOf({ default: fn, named: fn, version: "1" })).toEqual({
    default: "default",
    named: "named",
    version: undefined,
  });
  expect(pathsOf({ named: fn, default: { named: () => null } })).toMatchObject({ named: "named" });
  expect(pathsOf({ default: Object.assign(fn, { extra: () => null }) })).toEqual({
    default: "default",
    extra: "default.extra",
  });
  expect(pathsOf({ default: { default: () => null, transform: () => null } })).toEqual({
    default: "default.default",
    transform: "default.transform",
  });
  expect(pathsOf({ default: { default: { deep: () => null } } })).toEqual({
    default: undefined,
    deep: "default.default.deep",
  });
});

test("describeExports() passes over what cannot be read", () => {
  const getter = Object.defineProperty({ good: () => null }, "bad", {
    enumerable: true,
    get: () => {
      throw new Error("not this one");
    },
  });
  expect(pathsOf(getter)).toEqual({ good: "good", bad: undefined });
  expect(pathsOf({ default: null })).toEqual({ default: undefined });
  expect(pathsOf({ default: "text" })).toEqual({ default: undefined });
  expect(pathsOf(undefined)).toEqual({});
});

test("describeExports() gives the beginnings of long and of many functions only", () => {
  const long = new Function(`return "${"x".repeat(50_000)}";`);
  const many = Array.from({ length: 100 }, (_, index) => [`f${index}`, long]);
  const sources = describeExports(Object.fromEntries(many)).map(({ source }) => source?.length);
  expect(sources.slice(0, 20)).toEqual(Array(20).fill(20_000));
  expect(sources.slice(20)).toEqual(Array(80).fill(0));
});
