import fc from "fast-check";
import { expect, it } from "vitest";
import { renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { COST } from "../render/budget.ts";

it.each([
  ["a+b%20c", "a b c"],
  ["%2B%26%3d", "+&="],
  ["caf%C3%A9 %F0%9F%9A%80", "café 🚀"],
  ["100%", "100%"],
  ["%zz%4", "%zz%4"],
  ["%41%ff%42", "A%ffB"],
  ["%C3%A9%C3", "é%C3"],
  ["%ED%A0%80", "%ED%A0%80"],
  ["%2525", "%25"],
  ["", ""],
  [null, ""],
])("urlDecode() of %j is %j", (text, decoded) => {
  expect(renderTemplate("{{urlDecode text}}", { text })).toBe(decoded);
});

it("urlDecode() restores every encoded text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (plain) => {
      const text = encodeURIComponent(plain).replaceAll("%20", "+");
      expect(renderTemplate("{{urlDecode text}}", { text })).toBe(plain);
    }),
  );
});

it("urlDecode() costs more than other helpers", () => {
  const units = (text: string) => unitsOfTemplate("{{#if (urlDecode text)}}{{/if}}", { text });
  expect(units("xx") - units("x")).toBe(COST.codedCharacters + 2 * COST.characters);
  expect(units("%41%42") - units("%41")).toBe(
    3 * (COST.codedCharacters + COST.characters) + COST.keys + COST.characters,
  );
});
