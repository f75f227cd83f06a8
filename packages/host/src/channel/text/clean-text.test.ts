import { array, assert, nat, property } from "fast-check";
import { expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";

/** Halves of surrogate pairs and control characters, too. */
const units = array(nat({ max: 0xffff })).map((codes) => String.fromCharCode(...codes));

test("DEL-5 cleanText() leaves text that UTF-8 can spell, and changes clean text no further", () => {
  assert(
    property(units, (text) => {
      const clean = cleanText(text);
      expect(
        new TextDecoder("utf-8", { fatal: true }).decode(new TextEncoder().encode(clean)),
      ).toBe(clean);
      expect(clean).not.toMatch(/[^\P{Cc}\n\t]/u);
      expect(cleanText(clean)).toBe(clean);
    }),
  );
});

test("DEL-5 cleanText() keeps line feeds, tabs, accents and emoji with their joiners", () => {
  const text = "a\n\tä e\u0301 \u{1f468}\u200d\u{1f469} \u202b";
  expect(cleanText(text)).toBe(text);
});
