import { expect, test } from "vitest";
import { visibleBytes } from "./visible-bytes.ts";

test.each([
  ["1.{}\n", "1.{}\\n"],
  ["a\r\n\tb", "a\\r\\n\\tb"],
  ["\ufeff{}", "\\ufeff{}"],
  ["\u001b[2J\u202e", "\\u001b[2J\\u202e"],
  ["é🎉", "é🎉"],
])("visibleBytes() shows %j as %s", (text, shown) => {
  expect(visibleBytes(Buffer.from(text))).toBe(shown);
});

test("visibleBytes() shows each byte that is not UTF-8", () => {
  expect(visibleBytes(Uint8Array.of(65, 0xc3, 0x28, 0xff))).toBe("A\\xc3(\\xff");
});

test("visibleBytes() leaves out the middle of a long text", () => {
  const shown = visibleBytes(Buffer.from(`a${"x".repeat(1_000)}z\n`));
  expect(shown).toMatch(/^ax+ … \(643 characters\) … x+z\\n$/);
});
