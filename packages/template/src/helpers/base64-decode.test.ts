import fc from "fast-check";
import { expect, it } from "vitest";
import { renderTemplate, unitsOfTemplate } from "../../test/render.ts";
import { COST } from "../render/budget.ts";

it.each([
  ["SGVsbG8=", "Hello"],
  ["SGVs\nbG8\n", "Hello"],
  ["8J-agA", "🚀"],
  ["//8=", ""],
  ["SGVsbG8!", ""],
  ["", ""],
  [null, ""],
  [1234, ""],
])("base64Decode() of %j is %j", (text, decoded) => {
  expect(renderTemplate("{{base64Decode text}}", { text })).toBe(decoded);
});

it("base64Decode() restores every encoded text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (plain) => {
      const text = Buffer.from(plain).toString("base64");
      expect(renderTemplate("{{base64Decode text}}", { text })).toBe(plain);
    }),
  );
});

it("base64Decode() costs more than other helpers", () => {
  const units = (length: number) =>
    unitsOfTemplate("{{#if (base64Decode text)}}{{/if}}", { text: "A".repeat(length) });
  // Four characters of the argument are three of the result.
  expect(units(404) - units(400)).toBe(4 * COST.codedCharacters + 7 * COST.characters);
});
