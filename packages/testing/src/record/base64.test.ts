import fc from "fast-check";
import { expect, test } from "vitest";
import { base64OfBytes, hexOfBytes, latin1OfBase64, textOfBase64 } from "./base64.ts";

const texts = fc.oneof(
  fc.base64String(),
  fc.stringMatching(/^[\w+/=\s.-]{0,40}$/),
  fc.string({ unit: "binary" }).map((text) => Buffer.from(text).toString("base64url")),
);

test("latin1OfBase64() and textOfBase64() read any text as Buffer does", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(latin1OfBase64(text)).toBe(Buffer.from(text, "base64").toString("latin1"));
      expect(textOfBase64(text)).toBe(Buffer.from(text, "base64").toString("utf8"));
    }),
  );
});

test("base64OfBytes() and hexOfBytes() write bytes as Buffer does", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const buffer = Buffer.from(bytes);
      expect(base64OfBytes(bytes)).toBe(buffer.toString("base64"));
      expect(base64OfBytes(bytes, "base64url")).toBe(buffer.toString("base64url"));
      expect(hexOfBytes(bytes)).toBe(buffer.toString("hex"));
    }),
  );
});
