import { createNodeCrypto } from "@hookwright/config";
import type { PublicKeyAlgorithm, SignatureScheme } from "@hookwright/core";
import { expect, test } from "vitest";
import { createKey, publicKeyText, readPrivateKey, signWith } from "./private-key.ts";

const schemeOf = (algorithm: PublicKeyAlgorithm): SignatureScheme => ({
  scheme: "publicKey",
  algorithm,
  key: "spki",
  signature: { header: "x-signature" },
  encoding: "base64",
  signed: "{body}",
});

test.each(["ed25519", "ecdsa-p256", "rsa-sha256"] as const)(
  "createKey() makes a key of %s whose signatures its public key verifies",
  async (algorithm) => {
    const scheme = schemeOf(algorithm);
    const key = readPrivateKey(createKey(scheme), scheme);
    const bytes = Buffer.from(publicKeyText(key, scheme), "base64");
    const publicKey = createNodeCrypto().publicKey(algorithm, { form: "spki", bytes });
    const signature = await signWith(key, scheme).sign(["a.", Buffer.from("b")]);
    expect(await publicKey.verify(signature, ["a.b"])).toBe(true);
    expect(await publicKey.verify(signature, ["a.c"])).toBe(false);
  },
);

test("publicKeyText() writes a key as Standard Webhooks does", () => {
  const scheme: SignatureScheme = { ...schemeOf("ed25519"), key: "whpk" };
  const key = readPrivateKey(createKey(scheme), scheme);
  expect(publicKeyText(key, scheme)).toMatch(/^whpk_[A-Za-z\d+/]{43}=$/);
});
