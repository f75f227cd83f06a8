import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { der } from "../../../../core/test/auth/certificates.ts";
import { EC, RSA } from "../../../../core/test/auth/tokens.ts";
import { hexOf, readChildren, readElement, readJwk, textOf } from "./spki.ts";

const read = (bytes: readonly number[], end?: number) =>
  readElement(Uint8Array.from(bytes), 0, end ?? bytes.length);

test("readElement() reads lengths of one, two and three bytes", () => {
  for (const length of [0, 127, 128, 255, 256, 65_535]) {
    const bytes = der(0x04, Array(length).fill(1));
    expect(read(bytes)).toMatchObject({ tag: 0x04, end: bytes.length });
  }
  expect(read([4, 0x83, 1, 0, 0, ...Array(65_536).fill(0)])?.end).toBe(65_541);
});

test.each<[string, readonly number[]]>([
  ["nothing", []],
  ["a tag alone", [0x30]],
  ["a tag of several bytes", [0x1f, 1, 0]],
  ["a length without end", [0x30, 0x80, 0, 0]],
  ["a length of four bytes", [0x30, 0x84, 0, 0, 0, 0]],
  ["a length with a zero in front", [0x30, 0x82, 0, 1, 0]],
  ["a length that is too long for its number", [0x30, 0x81, 1, 0]],
  ["a length that ends after the bytes", [0x30, 0x82, 1]],
  ["more than there is", [0x30, 2, 0]],
])("readElement() refuses %s", (_what, bytes) => {
  expect(read(bytes)).toBeUndefined();
});

test("readElement() does not read past its end", () => {
  expect(read([0x30, 1, 0], 2)).toBeUndefined();
  expect(read([0x30, 0], 1)).toBeUndefined();
});

test("readChildren() requires elements that fill their parent, and at most 64", () => {
  const childrenOf = (content: readonly number[]) => {
    const bytes = Uint8Array.from(der(0x30, content));
    const parent = readElement(bytes, 0);
    return parent && readChildren(bytes, parent)?.length;
  };
  expect(childrenOf([])).toBe(0);
  expect(childrenOf([5, 0, 5, 0])).toBe(2);
  expect(childrenOf([5, 0, 5])).toBeUndefined();
  expect(childrenOf([5, 1])).toBeUndefined();
  expect(childrenOf(Array(128).fill([5, 0]).flat().slice(0, 128))).toBe(64);
  expect(childrenOf(Array(65).fill([5, 0]).flat())).toBeUndefined();
});

test("textOf() and hexOf() read a bounded part", () => {
  const bytes = Uint8Array.from(der(0x0c, Array(300).fill(0x61)));
  const element = readElement(bytes, 0);
  if (element === undefined) throw new Error("no element");
  expect(textOf(bytes, element)).toBe("a".repeat(256));
  expect(hexOf(bytes, element)).toBe("61".repeat(32));
});

const jwkOf = ({ publicKey }: Pick<typeof RSA, "publicKey">) => publicKey.export({ format: "jwk" });

const RSA_JWK = { ...jwkOf(RSA), kid: "k" };
const EC_JWK = { ...jwkOf(EC), kid: "k" };

test.each([
  ["RS256", RSA, RSA_JWK],
  ["ES256", EC, EC_JWK],
] as const)("readJwk() writes a key for %s as Node does", (algorithm, { publicKey }, jwk) => {
  const spki = new Uint8Array(publicKey.export({ format: "der", type: "spki" }));
  expect(readJwk(jwk)).toEqual({ keyId: "k", algorithm, spki });
  expect(readJwk({ ...jwk, alg: algorithm, use: "sig" })?.algorithm).toBe(algorithm);
});

test("readJwk() accepts RSA keys from 2,048 to 8,192 bits, with leading zeros", () => {
  const zeros = Buffer.concat([Buffer.alloc(2), Buffer.from(RSA_JWK.n as string, "base64url")]);
  expect(readJwk({ ...RSA_JWK, n: zeros.toString("base64url") })).toEqual(readJwk(RSA_JWK));
  const of = (bytes: number, fill: number) =>
    readJwk({ ...RSA_JWK, n: Buffer.alloc(bytes, fill).toString("base64url") });
  expect(of(256, 0x7f)).toBeDefined();
  expect(of(1_024, 0xff)).toBeDefined();
  expect(of(255, 0xff)).toBeUndefined();
  expect(of(1_025, 0xff)).toBeUndefined();
  expect(of(256, 0)).toBeUndefined();
});

test.each<[string, unknown]>([
  ["no object", "k"],
  ["no id", { ...RSA_JWK, kid: undefined }],
  ["an id that is not a string", { ...RSA_JWK, kid: 1 }],
  ["an id of 257 characters", { ...RSA_JWK, kid: "k".repeat(257) }],
  ["a secret", { kty: "oct", k: "c2VjcmV0", kid: "k", alg: "HS256" }],
  [
    "an Ed25519 key",
    { ...generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }), kid: "k" },
  ],
  ["a key for encryption", { ...RSA_JWK, use: "enc" }],
  ["a key of another algorithm", { ...RSA_JWK, alg: "RS512" }],
  ["no modulus", { ...RSA_JWK, n: undefined }],
  ["a modulus that is no base64url", { ...RSA_JWK, n: "+/" }],
  ["no exponent", { ...RSA_JWK, e: undefined }],
  ["an even exponent", { ...RSA_JWK, e: "Ag" }],
  ["an exponent of five bytes", { ...RSA_JWK, e: "AQAAAAE" }],
  ["another curve", { ...EC_JWK, crv: "P-384" }],
  ["a short coordinate", { ...EC_JWK, x: "AQAB" }],
  ["a missing coordinate", { ...EC_JWK, y: undefined }],
])("readJwk() refuses %s", (_what, jwk) => {
  expect(readJwk(jwk)).toBeUndefined();
});

test("readJwk() never throws", () => {
  const keys = fc.oneof(
    fc.anything(),
    fc.record({
      kid: fc.string(),
      kty: fc.constantFrom("RSA", "EC"),
      crv: fc.constant("P-256"),
      n: fc.base64String(),
      e: fc.base64String(),
      x: fc.string(),
      y: fc.string(),
    }),
  );
  fc.assert(
    fc.property(keys, (jwk) => {
      expect(() => readJwk(jwk)).not.toThrow();
    }),
  );
});
