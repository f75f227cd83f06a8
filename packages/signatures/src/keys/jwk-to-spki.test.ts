import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { EC, RSA } from "../../../core/test/auth/tokens.ts";
import { readJwk } from "./spki.ts";

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

test("readJwk() reads the largest and the smallest RSA key that counts, and zeros in front", () => {
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
  ["an id that is no text", { ...RSA_JWK, kid: 1 }],
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
])("trap 16 readJwk() refuses %s", (_what, jwk) => {
  expect(readJwk(jwk)).toBeUndefined();
});

test("readJwk() never throws, whatever it is given", () => {
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
