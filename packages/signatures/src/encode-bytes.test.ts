import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBytes, encodeBytes } from "./bytes.ts";

test.each([
  ["hex", "00ff10"],
  ["base64", "AP8Q"],
  ["base64url", "AP8Q"],
] as const)("encodeBytes() writes %s", (encoding, text) => {
  expect(encodeBytes(Uint8Array.of(0, 255, 16), encoding)).toBe(text);
});

test("encodeBytes() writes base64url without padding", () => {
  expect(encodeBytes(Uint8Array.of(251, 255), "base64url")).toBe("-_8");
});

test.each(["hex", "base64", "base64url"] as const)(
  "encodeBytes() writes %s that decodeBytes() reads",
  (encoding) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(decodeBytes(encodeBytes(bytes, encoding), encoding)).toEqual(bytes);
      }),
    );
  },
);
