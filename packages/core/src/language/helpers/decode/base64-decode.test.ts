import fc from "fast-check";
import { expect, it } from "vitest";
import { renderTemplate } from "../../../../test/language/render.ts";

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
  const render = (maxIterations: number) =>
    renderTemplate(
      "{{#if (base64Decode text)}}{{/if}}",
      { text: "A".repeat(20_000) },
      { limits: { maxIterations } },
    );
  // 40 turns for the text, 7 for the result.
  expect(render(47)).toBe("");
  expect(() => render(46)).toThrow("run too often");
});
