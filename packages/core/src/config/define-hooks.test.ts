import { expect, test } from "vitest";
import { OPERATORS } from "../match/index.ts";
import { defineHooks } from "./define-hooks.ts";
import type { OperatorArities } from "./rule-types.ts";

test("defineHooks() gives back the config that it got", () => {
  const config = { hooks: { enabled: false } };
  expect(defineHooks(config)).toBe(config);
});

test("defineHooks() knows the operators that conditions have", () => {
  const names: { readonly [Name in keyof OperatorArities]: readonly [number, number] } = {
    var: [1, 2],
    missing: [1, MANY],
    missing_some: [2, 2],
    exists: [1, MANY],
    if: [2, MANY],
    "?:": [3, 3],
    and: [1, MANY],
    or: [1, MANY],
    map: [2, 2],
    filter: [2, 2],
    all: [2, 2],
    none: [2, 2],
    some: [2, 2],
    reduce: [2, 3],
    find: [2, 3],
    count: [1, 2],
    startsWith: [2, 2],
    endsWith: [2, 2],
    matches: [2, 3],
    parseJson: [1, 2],
    "==": [2, 2],
    "===": [2, 2],
    "!=": [2, 2],
    "!==": [2, 2],
    "!": [1, 1],
    "!!": [1, 1],
    ">": [2, 2],
    ">=": [2, 2],
    "<": [2, 3],
    "<=": [2, 3],
    max: [1, MANY],
    min: [1, MANY],
    "+": [1, MANY],
    "-": [1, 2],
    "*": [1, MANY],
    "/": [2, 2],
    "%": [2, 2],
    merge: [0, MANY],
    in: [2, 2],
    cat: [0, MANY],
    substr: [2, 3],
  };
  expect(names).toEqual(
    Object.fromEntries([...OPERATORS].map(([name, { arity }]) => [name, arity])),
  );
});

const MANY = Number.POSITIVE_INFINITY;
