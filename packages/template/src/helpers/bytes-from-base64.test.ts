import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesFromBase64 } from "./decode.ts";

describe("bytesFromBase64()", () => {
  it("reads the output of other encoders, in both alphabets, with and without padding and line ends", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const standard = Buffer.from(bytes).toString("base64");
        const ofUrl = Buffer.from(bytes).toString("base64url");
        for (const text of [standard, ofUrl, standard.replace(/.{5}/g, "$&\r\n")]) {
          expect(bytesFromBase64(text)).toEqual(bytes);
        }
      }),
    );
  });

  it.each(["A", "AAAAA", "AA=A", "AA===", "AA-.", "AAÄA", "AA\u0000A", "=A"])(
    "takes %j for no Base64",
    (text) => {
      expect(bytesFromBase64(text)).toBeUndefined();
    },
  );

  it("accepts one padding sign for two, and ignores surplus bits", () => {
    expect(bytesFromBase64("QQ=")).toEqual(new Uint8Array([65]));
    expect(bytesFromBase64("QR==")).toEqual(new Uint8Array([65]));
  });
});
