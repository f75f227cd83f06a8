import { expect, test } from "vitest";
import { parse } from "../../test/reporting.ts";
import { checkTransformResultSchema } from "../generated/validators.ts";
import { findSchemaErrors, typeName } from "./describe-schema-error.ts";

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
      [["kind"], '"kind" must be "wake" or "agent".'],
    ]),
  );
  expect(findings).toHaveLength(3);
});

test("findSchemaErrors() forgets the errors of the value before", () => {
  expect(findSchemaErrors({ deliver: 1 }, checkTransformResultSchema)).toHaveLength(1);
  expect(findSchemaErrors({ deliver: true }, checkTransformResultSchema)).toEqual([]);
});

test("findSchemaErrors() says once that none of several shapes fits", () => {
  const { problems } = parse({ hooks: { token: { source: 1, id: "x", extra: 1 } } });
  expect(problems).toHaveLength(1);
  expect(problems[0]?.message).toBe('"token" has a shape that is not accepted here.');
});

test("findSchemaErrors() finds the place of keys with slashes and tildes", () => {
  const { problems } = parse({ hooks: { partials: { "a/b~c": 5, "~1": 6 } } });
  expect(problems.map(({ path }) => path)).toEqual([
    ["hooks", "partials", "a/b~c"],
    ["hooks", "partials", "~1"],
  ]);
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
