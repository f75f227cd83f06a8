import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha1 } from "./sha1.ts";

test("sha1() is the SHA-1 of node:crypto, for every length around a block", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 0xff);
    expect(Buffer.from(sha1(bytes)).toString("hex")).toBe(
      createHash("sha1").update(bytes).digest("hex"),
    );
  }
});

test("sha1() is the SHA-1 of node:crypto, for any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      const expected = createHash("sha1").update(bytes).digest("hex");
      expect(Buffer.from(sha1(bytes)).toString("hex")).toBe(expected);
    }),
  );
});
