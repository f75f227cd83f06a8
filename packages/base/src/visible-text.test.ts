import fc from "fast-check";
import { expect, test } from "vitest";
import { logLine, visibleJson, visibleText, visibleValue } from "./visible-text.ts";

test("visibleText() shows what could control a terminal, and keeps the rest", () => {
  expect(visibleText("a\tb\nc é 漢 😀")).toBe("a\tb\nc é 漢 😀");
  expect(visibleText("\u001B[31m\r\u0000\u009b\u202e\u2028")).toBe(
    "\\u001b[31m\\u000d\\u0000\\u009b\\u202e\\u2028",
  );
});

test("visibleText() escapes characters beyond 16 bits as JSON does", () => {
  expect(visibleText("\u{e0041}\ud800\u061c\ufeff")).toBe("\\udb40\\udc41\\ud800\\u061c\\ufeff");
});

/** Any character that is not shown, but decides how others are. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u;

test("logLine() makes one line without control characters of any text", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\n", "\r", "\t", "\u009b", "\u2028", "\u202e", "\u061c"),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(logLine(pieces.join(""), false)).not.toMatch(CONTROL);
    }),
  );
  expect(logLine("a\tb\nc", false)).toBe("a\\u0009b\\u000ac");
});

test("logLine() keeps colors where they are wanted, and no other sequence", () => {
  const text = "\u001B[1;31merror\u001B[0m \u001B[2J\u001B]0;title\u0007\n";
  expect(logLine(text, true)).toBe(
    "\u001B[1;31merror\u001B[0m \\u001b[2J\\u001b]0;title\\u0007\\u000a",
  );
  expect(logLine("\u001B[31mred", false)).toBe("\\u001b[31mred");
});

test("visibleJson() means the same as JSON, without a control character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const json = visibleJson({ [text]: text });
      expect(json).not.toMatch(CONTROL);
      expect(JSON.parse(json)).toEqual({ [text]: text });
    }),
  );
  expect(visibleJson({ a: ["\u009b\u202e"] }, 2)).toBe('{\n  "a": [\n    "\\u009b\\u202e"\n  ]\n}');
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
