import { expect, test } from "vitest";
import { checksFromSchemas } from "../../../test/check-from-schema.ts";
import type { Problem } from "../../model/problem.ts";
import { type FileKind, omitPaths, readBySchema } from "./read-by-schema.ts";

const schema = {
  $id: "note",
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    name: { type: "string", pattern: "\\S" },
    version: { const: 1 },
    code: { type: "string", pattern: "^v\\d$" },
    mode: { enum: ["push", "pull"] },
    count: { type: "integer", minimum: 1, maximum: 9 },
    rate: { type: "number" },
    least: { type: "number", minimum: 2 },
    tags: { type: "array", items: { type: "string" }, minItems: 1 },
    env: { type: "object", minProperties: 1, additionalProperties: { type: "string" } },
    isOn: { type: "boolean" },
    maybe: { type: ["boolean", "null"] },
    source: { anyOf: [{ type: "string" }, { $ref: "#/definitions/place" }] },
    pair: {
      anyOf: [
        { type: "object", properties: { a: { type: "string" } } },
        { type: "object", properties: { a: { type: "boolean" } } },
      ],
    },
    either: {
      anyOf: [{ type: "array", items: { type: "string" } }, { $ref: "#/definitions/word" }],
    },
    owner: { description: "Whose it is.", allOf: [{ $ref: "#/definitions/place" }] },
    step: {
      anyOf: [
        { type: "string", enum: ["first", "last"] },
        {
          type: "object",
          additionalProperties: false,
          properties: {
            at: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
          },
        },
      ],
    },
  },
  definitions: {
    word: { anyOf: [{ type: "string" }, { type: "boolean" }] },
    place: {
      type: "object",
      additionalProperties: false,
      required: ["path"],
      properties: { path: { type: "string" } },
    },
  },
};

const { check } = await checksFromSchemas({ check: schema });

const KIND: FileKind = { name: "A note", schema, check };

function read(value: unknown, kind: Partial<FileKind> = {}, path?: readonly string[]) {
  const problems: Problem[] = [];
  const report = (problem: Problem) => void problems.push(problem);
  const left = readBySchema(value, { ...KIND, ...kind }, report, path && { path });
  return { left, problems };
}

/** `path: message hint` of each problem. */
const texts = (value: unknown, kind?: Partial<FileKind>): readonly string[] =>
  read(value, kind).problems.map(
    ({ path, message, hint = "-" }) => `${path.join(".")}: ${message} ${hint}`,
  );

test("readBySchema() gives what is right back, and tells nothing", () => {
  const note = { name: "a", version: 1, count: 3, tags: ["x"], source: { path: "p" } };
  expect(read(note)).toEqual({ left: note, problems: [] });
});

test.each([
  [[], ": A note must be an object, not a list. Write an object: { … }."],
  [{}, 'name: "name" is required. Add "name".'],
  [{ name: " " }, 'name: "name" must not be blank. Write a value, or remove the key.'],
  [{ name: 5 }, 'name: "name" must be a string, not a number. Write it in quotes.'],
  [{ nam: "x", name: "a" }, 'nam: "nam" is not a known key. Did you mean "name"?'],
  [{ name: "a", version: 2 }, 'version: "version" must be 1. -'],
  [
    { name: "a", code: "x" },
    'code: "code" does not have the form that is needed. Write a value, or remove the key.',
  ],
  [{ name: "a", mode: "pul" }, 'mode: "mode" must be "push" or "pull". Did you mean "pull"?'],
  [
    { name: "a", count: 0 },
    'count: "count" must be at least 1. Write a whole number from 1 to 9, without quotes.',
  ],
  [
    { name: "a", count: 10 },
    'count: "count" must be at most 9. Write a whole number from 1 to 9, without quotes.',
  ],
  [
    { name: "a", count: "3" },
    'count: "count" must be a whole number, not a string. Write 3, without quotes.',
  ],
  [
    { name: "a", rate: [] },
    'rate: "rate" must be a number, not a list. Write a number, without quotes.',
  ],
  [
    { name: "a", least: [] },
    'least: "least" must be a number, not a list. Write a number from 2, without quotes.',
  ],
  [{ name: "a", tags: [] }, 'tags: "tags" must not be an empty list. Write at least one.'],
  [{ name: "a", tags: "x" }, 'tags: "tags" must be a list, not a string. Write tags: [ … ].'],
  [
    { name: "a", tags: [1] },
    'tags.0: Entry 1 of "tags" must be a string, not a number. Write it in quotes.',
  ],
  [{ name: "a", env: 1 }, 'env: "env" must be an object, not a number. Write env: { … }.'],
  [{ name: "a", env: {} }, 'env: "env" must have a key. Write at least one.'],
  [{ name: "a", env: { A: 1 } }, 'env.A: "A" must be a string, not a number. Write it in quotes.'],
  [{ name: "a", isOn: [] }, 'isOn: "isOn" must be true or false, not a list. -'],
  [{ name: "a", maybe: [] }, 'maybe: "maybe" must be true or false or null, not a list. -'],
  [
    { name: "a", owner: { pth: "x", path: "y" } },
    'owner.pth: "pth" is not a known key. Did you mean "path"?',
  ],
  [
    { name: "a", source: 5 },
    'source: "source" must be an object, not a number. Write source: { … }.',
  ],
  [{ name: "a", pair: { a: 1 } }, 'pair: "pair" has a shape that is not accepted here. -'],
  [
    { name: "a", either: 5 },
    'either: "either" must be a list, a string or true or false, not a number. Write either: [ … ].',
  ],
  [{ name: "a", step: "next" }, 'step: "step" must be "first" or "last". Known: first, last.'],
  [
    { name: "a", step: 5 },
    'step: "step" must be a string or an object, not a number. Write it in quotes.',
  ],
  [
    { name: "a", step: { at: [1] } },
    'step.at.0: Entry 1 of "at" must be a string, not a number. Write it in quotes.',
  ],
  [
    { name: "a", step: { at: 1 } },
    'step.at: "at" must be a string or a list, not a number. Write it in quotes.',
  ],
])("readBySchema() tells what is wrong with %j, and what to write", (value, expected) => {
  expect(texts(value)).toEqual([expected]);
});

test("readBySchema() takes out what is wrong, and keeps the rest", () => {
  const { left, problems } = read({ name: "a", count: "x", tags: ["x", 5], zzz: 1 });
  expect(left).toEqual({ name: "a", tags: ["x", undefined] });
  expect(problems.map(({ code }) => code).sort()).toEqual([
    "unknown_key",
    "wrong_type",
    "wrong_type",
  ]);
});

test("readBySchema() reports a misspelled key before a missing one", () => {
  expect(read({ nme: "a" }).problems.map(({ code }) => code)).toEqual([
    "unknown_key",
    "missing_key",
  ]);
});

test("readBySchema() takes null for no value only where the kind says so", () => {
  const note = { name: "a", count: null };
  expect(read(note, { isNullUnset: true })).toEqual({ left: { name: "a" }, problems: [] });
  expect(texts(note)).toEqual([
    'count: "count" must be a whole number, not null. Write a whole number from 1 to 9, without quotes.',
  ]);
  expect(texts({ name: null }, { isNullUnset: true })).toEqual([
    'name: "name" is required. Add "name".',
  ]);
});

test("readBySchema() has the hints, the codes and the path of the kind", () => {
  const kind: Partial<FileKind> = {
    hintForKey: (owner, key) => `no ${key} in ${owner}`,
    hintForValue: (owner, key, value) => `not ${value} for ${key} in ${owner}`,
    codes: { missing: "runner_setting_missing", wrong: "runner_setting_invalid" },
  };
  const { problems } = read({ zzz: 1, rate: "x" }, kind, ["host", "runner"]);
  expect(problems.map(({ code, path, hint }) => [code, path.join("."), hint])).toEqual([
    ["runner_setting_invalid", "host.runner.zzz", "no zzz in runner"],
    ["runner_setting_invalid", "host.runner.rate", "not x for rate in runner"],
    ["runner_setting_missing", "host.runner.name", "not undefined for name in runner"],
  ]);
  expect(texts(5, kind)).toEqual([": A note must be an object, not a number. not 5 for  in "]);
});

test("omitPaths() leaves out the values at the paths", () => {
  const value = { a: 1, b: { c: 2, d: 3 }, e: [{ f: 4, g: 5 }] };
  expect(omitPaths(value, [["a"], ["b", "c"], ["e", 0, "g"]])).toEqual({
    b: { d: 3 },
    e: [{ f: 4 }],
  });
});

test("omitPaths() leaves a hole in a list, so that indexes stay", () => {
  expect(omitPaths([1, 2, 3], [[1]])).toEqual([1, undefined, 3]);
});

test("omitPaths() takes __proto__ for a key like any other", () => {
  const value: unknown = JSON.parse('{"__proto__": {"x": 1}, "a": 1}');
  const copy = omitPaths(value, [["a"]]);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"x":1}}');
});

test("omitPaths() tells an index from a key of digits", () => {
  expect(omitPaths({ 0: "a" }, [["0"]])).toEqual({});
  expect(omitPaths(["a"], [["0"]])).toEqual(["a"]);
});

test("omitPaths() gives back what it leaves nothing out of", () => {
  const value = { a: { b: 1 }, c: [{}] };
  expect(omitPaths(value, [])).toBe(value);
  const copy = omitPaths(value, [["a", "b"]]);
  expect((copy as typeof value).c).toBe(value.c);
  expect(value).toEqual({ a: { b: 1 }, c: [{}] });
});
