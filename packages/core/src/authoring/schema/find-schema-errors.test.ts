import { expect, test } from "vitest";
import { checksFromSchemas } from "../../../test/check-from-schema.ts";
import { parse } from "../../../test/reporting.ts";
import { transformResultSchema } from "../../../tools/generate/schemas-from-fields.mjs";
import { safeCompileHooks } from "../../compile-hooks.ts";
import { ACTION_FIELDS, typeName } from "../../model/index.ts";
import { findSchemaErrors } from "./find-schema-errors.ts";
import { hintForType } from "./hint-type.ts";
import { knownKeys } from "./known-keys.ts";

const { checkTransformResultSchema } = await checksFromSchemas({
  checkTransformResultSchema: transformResultSchema(ACTION_FIELDS),
});

test("findSchemaErrors() finds nothing wrong with what is right", () => {
  expect(findSchemaErrors({ deliver: true, extra: 1 }, checkTransformResultSchema)).toEqual([]);
});

test("findSchemaErrors() finds everything that is wrong, with place and sentence", () => {
  const value = { deliver: "no", timeoutSeconds: 0, kind: "run" };
  const findings = findSchemaErrors(value, checkTransformResultSchema);
  expect(findings.map(({ steps, message }) => [steps, message])).toEqual(
    expect.arrayContaining([
      [["deliver"], '"deliver" must be true or false, not a string.'],
      [["timeoutSeconds"], '"timeoutSeconds" must be at least 1.'],
      [["kind"], '"kind" must be "wake" or "agent" or "deliver".'],
    ]),
  );
  expect(findings).toHaveLength(3);
});

test("findSchemaErrors() says once that none of several shapes fits", () => {
  const { problems } = parse({ hooks: { token: { env: "A", file: "b" } } });
  expect(problems).toHaveLength(1);
  expect(problems[0]?.message).toBe('"token" has a shape that is not accepted here.');
});

const mapping = (extra: object) => ({
  hooks: { mappings: [{ match: { path: "a" }, messageTemplate: "x", ...extra }] },
});

test.each([
  [
    mapping({ forEach: { pth: "items" } }),
    ['forEach.pth "pth" is not a known key. Did you mean "path"?'],
  ],
  [
    mapping({ forEach: { path: 5, atomc: true } }),
    [
      'forEach.atomc "atomc" is not a known key. Did you mean "atomic"?',
      'forEach.path "path" must be a string, not a number. Write it in quotes.',
    ],
  ],
  [mapping({ forEach: { limit: "first" } }), ['forEach.path "path" is required.']],
  [
    mapping({ auth: { provider: "github", secret: { envv: "A" } } }),
    ['auth.secret.envv "envv" is not a known key. Did you mean "env"?'],
  ],
  [
    mapping({ auth: { provider: "github", secret: { fil: "a" } } }),
    ['auth.secret.fil "fil" is not a known key. Did you mean "file"?'],
  ],
  [
    mapping({ auth: { provider: "github", secret: { source: "vault" } } }),
    ['auth.secret.id "id" is required.'],
  ],
  [
    { hooks: { token: { env: 5 } } },
    ['token.env "env" must be a string, not a number. Write it in quotes.'],
  ],
  [
    { hooks: { token: [{ fiel: "a" }] } },
    ['token.0.fiel "fiel" is not a known key. Did you mean "file"?'],
  ],
])("A value of several shapes is checked against the intended one: %j", (config, reported) => {
  const problems = parse(config).problems.map(({ path, message, hint }) => {
    const below = path.slice(path[1] === "mappings" ? 3 : 1).join(".");
    return [below, message, ...(hint === undefined ? [] : [hint])].join(" ");
  });
  expect(problems).toEqual(reported);
});

test("A wrong token is reported once", () => {
  const enabled = { enabled: true, mappings: [{ match: { path: "a" }, messageTemplate: "x" }] };
  for (const token of [
    [1],
    ["a-long-token-of-a-test-4711", 2],
    5,
    { envv: "A" },
    ["a", "b", "c"],
  ]) {
    const result = safeCompileHooks({ hooks: { ...enabled, token } } as never);
    const problems = result.ok ? [] : result.problems;
    expect(problems.filter(({ severity }) => severity === "error")).toHaveLength(1);
    expect(problems[0]?.hint).not.toBe(undefined);
  }
});

test("findSchemaErrors() finds the place of keys with slashes and tildes", () => {
  const { problems } = parse({ hooks: { partials: { "a/b~c": 5, "~1": 6 } } });
  expect(problems.map(({ path }) => path)).toEqual([
    ["hooks", "partials", "a/b~c"],
    ["hooks", "partials", "~1"],
  ]);
});

test.each([
  [undefined, "nothing"],
  [null, "null"],
  [[], "a list"],
  [{}, "an object"],
  ["", "a string"],
  [0, "a number"],
  [false, "a boolean"],
  [() => 1, "a function"],
])("typeName() calls %j %s", (value, name) => {
  expect(typeName(value)).toBe(name);
});

test.each([
  [
    ["hooks", "x"],
    ["enabled", "token", "mappings", "gmail"],
  ],
  [
    ["hooks", "mappings", 3, "x"],
    ["id", "match", "messageTemplate", "transform"],
  ],
  [
    ["hooks", "mappings", 0, "match", "x"],
    ["path", "source", "headers", "not"],
  ],
  [
    ["hooks", "mappings", 0, "match", "not", "not", "x"],
    ["path", "source", "headers", "not"],
  ],
  [
    ["hooks", "mappings", 0, "transform", "x"],
    ["module", "export"],
  ],
  [
    ["hooks", "gmail", "x"],
    ["account", "serve", "tailscale"],
  ],
  [
    ["hooks", "gmail", "serve", "x"],
    ["bind", "port", "path"],
  ],
])("knownKeys() gives the keys beside %j", (steps, some) => {
  expect(knownKeys(steps)).toEqual(expect.arrayContaining(some));
});

// Values of a wrong type, as people write them.

const hint = (type: string, key: string, value: unknown, owner = "mapping") =>
  hintForType(type, value, { owner, key });

test.each([
  ["true", "Write true, without quotes."],
  ["Yes", "Write true, without quotes."],
  ["false", "Write false, without quotes."],
  ["no", "Write false, without quotes."],
])("hintForType() knows the words for true and false: %j", (value, expected) => {
  expect(hint("boolean", "deliver", value)).toBe(expected);
});

test.each([
  ["timeoutSeconds", "60", "Write 60, without quotes."],
  ["timeoutSeconds", "5m", "Write 300, without a unit."],
  ["timeoutSeconds", "1.5 Hours", "Write 5400, without a unit."],
  ["timeoutSeconds", "500ms", "Write 1, without a unit."],
  ["timeoutMs", "10s", "Write 10000, without a unit."],
  ["renewEveryMinutes", "12h", "Write 720, without a unit."],
  ["maxBodyBytes", "1MB", "Write 1048576, without a unit."],
  ["timeoutSeconds", "00:01:30", "Write 90, without quotes."],
  ["timeoutSeconds", "1h30m", "Write 5400, without a unit."],
  ["timeoutMs", "PT1M30S", "Write 90000, without a unit."],
  ["maxBodyBytes", "00:01:30", undefined],
  ["timeoutSeconds", "1:30", undefined],
  ["timeoutSeconds", "constructor", undefined],
  ["timeoutSeconds", "5 constructor", undefined],
])("hintForType() converts %s: %j", (key, value, expected) => {
  expect(hint("number", key, value)).toBe(expected);
  expect(hint("integer", key, value)).toBe(expected);
});

test.each([
  ["mapping", "to", -1001234567890, 'Write "-1001234567890", in quotes.'],
  ["mapping", "to", 2 ** 60, "Write it in quotes."],
  ["mapping", "name", true, 'Write "true", in quotes.'],
])("hintForType() puts quotes around the text %s.%s: %j", (owner, key, value, expected) => {
  expect(hint("string", key, value, owner)).toBe(expected);
});

test("hintForType() makes a list of one name", () => {
  expect(hint("array", "include", "hooks.d/*.yaml", "hooks")).toBe(
    'Write a list: ["hooks.d/*.yaml"].',
  );
  expect(hint("array", "include", 5, "hooks")).toBeUndefined();
  expect(hint("array", "tokens", "a secret", "auth")).toBeUndefined();
  expect(hint("object", "match", "github")).toBeUndefined();
});

test("findSchemaErrors() tells the index of a list from a key of digits", () => {
  const { problems } = parse({ hooks: { presets: [1], partials: { 0: 1 } } });
  expect(problems.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      ["hooks", "presets", 0],
      ["hooks", "partials", "0"],
    ]),
  );
});
