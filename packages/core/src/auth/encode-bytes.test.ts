import { expect, test } from "vitest";
import { decodeBytes } from "./decode-bytes.ts";
import { encodeBytes } from "./encode-bytes.ts";

const BYTES = Uint8Array.of(0, 1, 0xfb, 0xff);

test.each([
  ["hex", "0001fbff"],
  ["base64", "AAH7/w=="],
  ["base64url", "AAH7_w"],
] as const)("encodeBytes() writes %s, which decodeBytes() reads back", (encoding, text) => {
  expect(encodeBytes(BYTES, encoding)).toBe(text);
  expect(decodeBytes(text, encoding)).toEqual(BYTES);
});

test("encodeBytes() writes + of base64 as - of base64url", () => {
  expect(encodeBytes(Uint8Array.of(0xf8), "base64")).toBe("+A==");
  expect(encodeBytes(Uint8Array.of(0xf8), "base64url")).toBe("-A");
});
