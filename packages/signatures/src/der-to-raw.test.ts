import { generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../tools/test-support/runs.ts";
import { derToRaw } from "./web-crypto.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(" ", ""), "hex"));

test("trap 36 derToRaw() gives the two numbers of a P-256 signature in their fixed length", () => {
  expect(derToRaw(hex("3006 020101 020102"), 2)).toEqual(hex("0001 0002"));
  expect(derToRaw(hex("3008 02020080 0202 7fff"), 2)).toEqual(hex("0080 7fff"));
  expect(derToRaw(hex("3006 020100 020100"), 1)).toEqual(hex("00 00"));
});

test.each([
  ["nothing", ""],
  ["no sequence", "3106 020101 020102"],
  ["bytes behind it", "3006 020101 020102 00"],
  ["bytes missing", "3006 020101 0201"],
  ["a length that is too small", "3005 020101 020102"],
  ["bytes behind the second number", "3007 020101 020102 00"],
  ["a negative number", "3006 020181 020102"],
  ["a number that is too long", "3007 02020101 020102"],
  ["a needless zero", "3008 0202007f 02020001"],
  ["an empty number", "3005 0200 020102"],
  ["one number", "3003 020101"],
  ["another type of number", "3006 030101 020102"],
  ["a number that ends behind the signature", "3006 020101 020502"],
])("trap 36 derToRaw() refuses %s", (_what, text) => {
  expect(derToRaw(hex(text), 1)).toBeUndefined();
});

test("trap 36 derToRaw() refuses a length of more than one byte", () => {
  const der = new Uint8Array(128 + 2);
  der.set([0x30, 128]);
  expect(derToRaw(der, 64)).toBeUndefined();
});

test("derToRaw() agrees with what signers write", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), (data) => {
      const der = sign("sha256", data, privateKey);
      expect(derToRaw(der, 32)).toHaveLength(64);
    }),
    { numRuns: runs(200) },
  );
});
