import { expect, test } from "vitest";
import { wrapWords } from "./wrap-words.ts";

test.each([
  ["", 10, [""]],
  ["one", 2, ["one"]],
  ["one two three", 7, ["one two", "three"]],
  ["one two three", 6, ["one", "two", "three"]],
  [
    "see https://example.com/a/long/address now",
    10,
    ["see", "https://example.com/a/long/address", "now"],
  ],
  ["one two", Number.POSITIVE_INFINITY, ["one two"]],
])("wrapWords() of %j to %s columns", (text, width, lines) => {
  expect(wrapWords(text, width)).toEqual(lines);
});
