/** @module-tag DEL-5 */
import { neutralize } from "@hookwright/core/fence";
import { array, assert, nat, property } from "fast-check";
import { expect, test } from "vitest";
import { cleanText } from "./recipient.ts";

/** Halves of surrogate pairs and control characters, too. */
const units = array(nat({ max: 0xffff })).map((codes) => String.fromCharCode(...codes));

test("cleanText() leaves text that UTF-8 can spell, and changes clean text no further", () => {
  assert(
    property(units, (text) => {
      const clean = cleanText(text);
      expect(
        new TextDecoder("utf-8", { fatal: true }).decode(new TextEncoder().encode(clean)),
      ).toBe(clean);
      expect(clean).not.toMatch(/[^\P{Cc}\n\t]/u);
      expect(clean).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      expect(cleanText(clean)).toBe(clean);
    }),
  );
});

test("cleanText() keeps line feeds, tabs, accents, right-to-left text and emoji with their joiners", () => {
  const text = "a\n\tä e\u0301 \u{1f468}\u200d\u{1f469} \u200f\u05d0\u05d1\u200e";
  expect(cleanText(text)).toBe(text);
});

test.each([
  ["U+202E, which turns the rest of a line", "pay \u202e001\u202c EUR", "pay 001 EUR"],
  ["isolates", "\u2066a\u2067b\u2068c\u2069", "abc"],
  ["tag characters, which nobody sees", "hi\u{e0049}\u{e0067}\u{e006e}", "hi"],
  ["non-characters", "a\ufdd0b\u{1ffff}c", "abc"],
])("cleanText() removes %s, as the fence does", (_, text, expected) => {
  expect(cleanText(text)).toBe(expected);
  expect(neutralize(text)).toBe(expected);
});
