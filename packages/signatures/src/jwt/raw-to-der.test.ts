import fc from "fast-check";
import { expect, test } from "vitest";
import { derToRaw } from "../web-crypto.ts";
import { rawToDer } from "./jwt-keys.ts";

test("rawToDer() writes what derToRaw() reads", () => {
  const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 });
  const leading = bytes.map((raw) => raw.fill(0, 0, 3));
  fc.assert(
    fc.property(fc.oneof(bytes, leading), (raw) => {
      expect(derToRaw(rawToDer(raw, 32) as Uint8Array, 32)).toEqual(raw);
    }),
  );
});

test("rawToDer() writes a number that is nothing as one zero", () => {
  const der = [0x30, 6, 2, 1, 0, 2, 1, 0];
  expect([...(rawToDer(new Uint8Array(64), 32) ?? [])]).toEqual(der);
});

test("rawToDer() refuses every other length", () => {
  for (const length of [0, 63, 65, 128]) {
    expect(rawToDer(new Uint8Array(length), 32)).toBeUndefined();
  }
});
