import { expect, test } from "vitest";
import { writeKey, writeValue } from "./write-value.ts";

test.each([
  ["a text in single quotes", "a b", { format: "json5", old: "'x'" }, "'a b'"],
  ["a text with a quote of its own", "it's", { format: "json5", old: "'x'" }, `"it's"`],
  ["a plain text", "main", { format: "yaml", old: "x" }, "main"],
  ["a text that would be a word of YAML", "true", { format: "yaml", old: "x" }, '"true"'],
  ["a text in place of a quoted one", "main", { format: "yaml", old: '"x"' }, '"main"'],
  ["a text of JSON5", "main", { format: "json5", old: "x" }, '"main"'],
  ["a list", ["a"], { format: "yaml", old: "a" }, '["a"]'],
] as const)("writeValue() writes %s as the file does", (_, value, written, text) => {
  expect(writeValue(value, written)).toBe(text);
});

test.each([
  ["a bare key", "wakeMode", { format: "json5", old: "mode" }, "wakeMode"],
  ["a key in single quotes", "a-b", { format: "json5", old: "'x'" }, "'a-b'"],
  ["a key in double quotes", "a", { format: "json5", old: '"x"' }, '"a"'],
  ["a key of YAML that JSON5 would quote", "a-b", { format: "yaml", old: "x" }, "a-b"],
  ["a key that must be quoted", "a-b", { format: "json5", old: "x" }, '"a-b"'],
] as const)("writeKey() writes %s as the file does", (_, key, written, text) => {
  expect(writeKey(key, written)).toBe(text);
});
