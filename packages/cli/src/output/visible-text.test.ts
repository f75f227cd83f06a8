import { expect, test } from "vitest";
import { visibleText, visibleValue } from "./visible-text.ts";

test("visibleText() shows what could control a terminal, and keeps the rest", () => {
  expect(visibleText("a\tb\nc é 漢 😀")).toBe("a\tb\nc é 漢 😀");
  expect(visibleText("\u001B[31m\r\u0000\u009b\u202e\u2028")).toBe(
    "\\u001b[31m\\u000d\\u0000\\u009b\\u202e\\u2028",
  );
});

test("visibleValue() returns a value as JSON on one line", () => {
  expect(visibleValue({ a: ["x\ny", "\u202e"] }, 99)).toBe('{"a":["x\\ny","\\u202e"]}');
  expect(visibleValue(undefined, 99)).toBe("nothing");
});

test("visibleValue() cuts long values, but not within a character", () => {
  expect(visibleValue("abcdef", 4)).toBe('"abc…');
  expect(visibleValue("a😀b", 3)).toBe('"a…');
  expect(visibleValue("abcd", 6)).toBe('"abcd"');
});
