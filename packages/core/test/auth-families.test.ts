// Every family of signatures with the WebCrypto of the runtime alone: `npm run test:runtimes` runs it on others.
import type { webcrypto } from "node:crypto";
import { expect, test } from "vitest";
import { signRequest } from "../../signatures/src/authoring/sign-request.ts";
import type { SignatureScheme } from "../../signatures/src/model.ts";
import { encodeBytes } from "../../signatures/src/serving/bytes.ts";
import { compileScheme } from "../../signatures/src/serving/compile-scheme.ts";
import { decodeKey } from "../../signatures/src/serving/decode-key.ts";
import { verifySignature } from "../../signatures/src/serving/verify-signature.ts";
import { createWebCrypto } from "../../signatures/src/serving/web-crypto.ts";

const { subtle } = globalThis.crypto;
const crypto = createWebCrypto(subtle);

const RSA = { modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) };

/** How a runtime makes and uses a pair of each kind. */
const PAIRS = {
  ed25519: { name: "Ed25519" },
  "ecdsa-p256": { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  "rsa-sha256": { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", ...RSA },
};

const SCHEME: SignatureScheme = {
  scheme: "hmac",
  algorithm: "sha256",
  key: "utf8",
  signature: { header: "x-signature" },
  encoding: "base64",
  signed: "{timestamp}.{body}",
  timestamp: { header: "x-time", unit: "s", toleranceSeconds: 300 },
};

const SENT_AT = 1_700_000_000_000;

async function verdicts(scheme: SignatureScheme, shown: string, signature: string) {
  const key = decodeKey(shown, { form: scheme.key, algorithm: scheme.algorithm });
  if (!key.ok) throw new Error(`wanted: ${key.expected}`);
  const compiled = compileScheme(scheme, { crypto, keys: [key], publicUrl: undefined });
  const results = ["body", "other"].map(async (text) => {
    const headers = { "x-signature": signature, "x-time": "1700000000" };
    const body = new TextEncoder().encode(text);
    const request = { method: "POST", target: "/", headers, body, receivedAt: SENT_AT };
    return (await verifySignature(compiled, { request, crypto })).ok;
  });
  return Promise.all(results);
}

test.each(["sha1", "sha256", "sha512"] as const)(
  "verifySignature() accepts HMAC with %s, and not for another body",
  async (algorithm) => {
    const scheme = { ...SCHEME, algorithm };
    const key = "a-secret-of-some-length";
    const signed = await signRequest(scheme, { crypto, key, body: "body", sentAt: SENT_AT });
    if (!signed.ok) throw new Error(signed.message);
    const signature = signed.headers["x-signature"] as string;
    expect(await verdicts(scheme, key, signature)).toEqual([true, false]);
  },
);

test.each(["ed25519", "ecdsa-p256", "rsa-sha256"] as const)(
  "verifySignature() accepts %s, and not for another body",
  async (algorithm) => {
    const pair = (await subtle.generateKey(PAIRS[algorithm], true, ["sign", "verify"])) as {
      readonly publicKey: webcrypto.CryptoKey;
      readonly privateKey: webcrypto.CryptoKey;
    };
    const spki = new Uint8Array(await subtle.exportKey("spki", pair.publicKey));
    const data = new TextEncoder().encode("1700000000.body");
    const raw = new Uint8Array(await subtle.sign(PAIRS[algorithm], pair.privateKey, data));
    const signature = algorithm === "ecdsa-p256" ? derOf(raw) : raw;
    const scheme: SignatureScheme = { ...SCHEME, scheme: "publicKey", algorithm, key: "spki" };
    const shown = encodeBytes(spki, "base64");
    expect(await verdicts(scheme, shown, encodeBytes(signature, "base64"))).toEqual([true, false]);
  },
);

/** Vendors send ECDSA signatures as two integers in DER, and WebCrypto makes the two one after the other. */
function derOf(raw: Uint8Array): Uint8Array {
  const integers = [raw.subarray(0, 32), raw.subarray(32)].map((bytes) => {
    const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
    const positive = (digits[0] as number) > 0x7f ? [0, ...digits] : [...digits];
    return [0x02, positive.length, ...positive];
  });
  const content = integers.flat();
  return Uint8Array.from([0x30, content.length, ...content]);
}
