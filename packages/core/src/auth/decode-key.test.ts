import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import type { KeyForm } from "../model/auth/route-auth.ts";
import { decodeKey, type KeyToDecode } from "./decode-key.ts";

const hexOf = (text: string, form: KeyForm, algorithm: KeyToDecode["algorithm"] = "sha256") => {
  const key = decodeKey(text, { form, algorithm });
  return key.ok ? Buffer.from(key.bytes).toString("hex") : undefined;
};

test("trap 13 decodeKey() takes whsec_ for text or for base64, as the form says", () => {
  expect(hexOf("whsec_SGk=", "whsec")).toBe("4869");
  expect(hexOf("SGk=", "whsec")).toBe("4869");
  expect(hexOf("v1,whsec_SGk=", "whsec")).toBe("4869");
  expect(hexOf("whsec_SGk=", "utf8")).toBe(Buffer.from("whsec_SGk=").toString("hex"));
});

test.each<[string, KeyForm, string]>([
  ["4869", "hex", "4869"],
  ["SGk=", "base64", "4869"],
  [" SGk= \n", "base64", "4869"],
])("decodeKey() reads %j as %s", (text, form, bytes) => {
  expect(hexOf(text, form)).toBe(bytes);
});

test("trap 34 decodeKey() takes secrets of several bytes a character", () => {
  expect(hexOf("schlüssel", "utf8")).toBe("7363686cc3bc7373656c");
});

test.each<[string, KeyForm, string]>([
  ["", "utf8", "any text that is not blank"],
  [" \n", "utf8", "any text that is not blank"],
  ["whsec_", "whsec", "base64, with or without whsec_ before it"],
  ["whsec_not base64", "whsec", "base64, with or without whsec_ before it"],
  ["xyz", "hex", "hexadecimal digits, two for each byte"],
  ["SGk", "base64", "base64"],
  ["00", "raw-hex", "a public key of 32 bytes in hexadecimal"],
  ["SGk=", "raw-base64", "a public key of 32 bytes in base64"],
  ["whpk_SGk=", "whpk", "a public key of 32 bytes in base64, with or without whpk_ before it"],
  ["SGk=", "spki", "a public key of the scheme's algorithm in PEM, or the base64 in it"],
  ["no key", "spki", "a public key of the scheme's algorithm in PEM, or the base64 in it"],
])("trap 13 decodeKey() refuses %j as %s, and says what it expects", (text, form, expected) => {
  expect(decodeKey(text, { form, algorithm: "ed25519" })).toEqual({ ok: false, expected });
});

test("decodeKey() reads raw public keys of 32 bytes", () => {
  const bytes = Buffer.alloc(32, 7);
  const hex = bytes.toString("hex");
  expect(hexOf(hex, "raw-hex", "ed25519")).toBe(hex);
  expect(hexOf(bytes.toString("base64"), "raw-base64", "ed25519")).toBe(hex);
  expect(hexOf(`whpk_${bytes.toString("base64")}`, "whpk", "ed25519")).toBe(hex);
  expect(hexOf(`v1a,whpk_${bytes.toString("base64")}`, "whpk", "ed25519")).toBe(hex);
});

const KEYS = {
  ed25519: generateKeyPairSync("ed25519").publicKey,
  "ecdsa-p256": generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey,
  "rsa-sha256": generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey,
} as const;

test("trap 16 decodeKey() takes a public key for its own algorithm alone", () => {
  for (const [name, key] of Object.entries(KEYS)) {
    const der = key.export({ format: "der", type: "spki" }).toString("base64");
    const pem = key.export({ format: "pem", type: "spki" }) as string;
    for (const algorithm of Object.keys(KEYS) as (keyof typeof KEYS)[]) {
      const fits = name === algorithm;
      for (const text of [der, pem]) {
        const decoded = decodeKey(text, { form: "spki", algorithm });
        expect(decoded).toMatchObject(fits ? { ok: true, form: "spki" } : { ok: false });
      }
    }
  }
});

test("trap 16 decodeKey() takes no public key for an HMAC", () => {
  const der = KEYS.ed25519.export({ format: "der", type: "spki" }).toString("base64");
  expect(decodeKey(der, { form: "spki", algorithm: "sha256" }).ok).toBe(false);
});
