// Values of a wrong type, as people write them.
import { expect, test } from "vitest";
import { hintForType } from "./hint-type.ts";

const hint = (type: string, key: string, value: unknown, owner = "mapping") =>
  hintForType(type, value, { owner, key });

test.each([
  ["true", "Write true, without quotes."],
  ["Yes", "Write true, without quotes."],
  ["on", "Write true, without quotes."],
  [1, "Write true, without quotes."],
  ["false", "Write false, without quotes."],
  ["no", "Write false, without quotes."],
  ["off", "Write false, without quotes."],
  [0, "Write false, without quotes."],
  ["telegram", undefined],
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
  ["maxBodyBytes", "64k", "Write 65536, without a unit."],
  ["maxBodyBytes", "5 minutes", undefined],
  ["timeoutSeconds", "00:01:30", "Write 90, without quotes."],
  ["timeoutSeconds", "1h30m", "Write 5400, without a unit."],
  ["timeoutMs", "PT1M30S", "Write 90000, without a unit."],
  ["maxBodyBytes", "00:01:30", undefined],
  ["timeoutSeconds", "1:30", undefined],
  ["timeoutSeconds", "constructor", undefined],
  ["timeoutSeconds", "5 constructor", undefined],
  ["timeoutSeconds", "soon", undefined],
])("hintForType() converts %s: %j", (key, value, expected) => {
  expect(hint("number", key, value)).toBe(expected);
  expect(hint("integer", key, value)).toBe(expected);
});

test.each([
  ["mapping", "to", -1001234567890, 'Write "-1001234567890", in quotes.'],
  ["mapping", "to", 2 ** 60, "Write it in quotes."],
  ["mapping", "name", true, 'Write "true", in quotes.'],
  ["auth", "issuer", 12345, "Write it in quotes."],
  ["mapping", "name", {}, undefined],
  ["mapping", "name", null, undefined],
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
