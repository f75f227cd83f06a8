import { expect, test } from "vitest";
import { decodeYamlFlow } from "./decode-yaml-flow.ts";

function decode(written: string): string {
  return decodeYamlFlow(written, 0)
    .map(({ text }) => text)
    .join("");
}

test.each([
  ["a plain text", "it''s", "it''s"],
  ["two single quotes within single quotes", "'it''s'", "it's"],
  ["two single quotes within double quotes", `"it''s"`, "it''s"],
  ["an escape within double quotes", `"a\\tb"`, "a\tb"],
  ["a backslash within single quotes", "'a\\tb'", "a\\tb"],
  ["a line end", "'a\n  b'", "a b"],
  ["empty lines", "'a\n\n\n  b'", "a\n\nb"],
])("decodeYamlFlow() reads %s", (_, written, text) => {
  expect(decode(written)).toBe(text);
});
