import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bytesOf,
  hmac,
  outcome,
  requestOf,
  SECONDS,
  webCrypto,
} from "../../../core/test/auth/requests.ts";
import type { PublicKeyAlgorithm, SignatureScheme } from "../model.ts";
import { compileScheme } from "./compile-scheme.ts";
import { rawToDer } from "./jwt/jwt-keys.ts";
import { createWebCrypto, derToRaw } from "./web-crypto.ts";

const DATA = bytesOf("what is signed");

test.each(["sha1", "sha256", "sha512"] as const)(
  "createWebCrypto() signs with %s over the parts, one after the other",
  async (algorithm) => {
    const key = webCrypto.hmacKey(algorithm, bytesOf("key"));
    const parts = ["v0:", bytesOf("body"), "é"];
    const digest = Buffer.from(await key.sign(parts)).toString("hex");
    expect(digest).toBe(hmac("v0:bodyé", { algorithm, secret: "key" }));
    const one = Buffer.from(await key.sign([bytesOf("body")])).toString("hex");
    expect(one).toBe(hmac("body", { algorithm, secret: "key" }));
  },
);

test("createWebCrypto() throws for an empty key", () => {
  expect(() => webCrypto.hmacKey("sha256", new Uint8Array(0))).toThrow("empty");
});

test("createWebCrypto() imports a key once for all requests", async () => {
  const { subtle } = globalThis.crypto;
  const imported: unknown[] = [];
  const crypto = createWebCrypto({
    importKey: (...args: Parameters<typeof subtle.importKey>) => {
      imported.push(args);
      return subtle.importKey(...args);
    },
    sign: subtle.sign.bind(subtle),
  });
  const key = crypto.hmacKey("sha256", bytesOf("key"));
  const texts = ["a", "b", "c"];
  const signed = await Promise.all(texts.map((text) => key.sign([text])));
  expect(signed.map((bytes) => Buffer.from(bytes).toString("hex"))).toEqual(
    texts.map((text) => hmac(text, { secret: "key" })),
  );
  expect(imported).toHaveLength(1);
});

test("createWebCrypto() hashes the parts, one after the other", async () => {
  const hash = Buffer.from(await webCrypto.sha256(["a", bytesOf("bc")])).toString("hex");
  expect(hash).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const PAIRS: Readonly<Record<PublicKeyAlgorithm, Pair>> = {
  ed25519: generateKeyPairSync("ed25519"),
  "ecdsa-p256": generateKeyPairSync("ec", { namedCurve: "P-256" }),
  "rsa-sha256": generateKeyPairSync("rsa", { modulusLength: 2048 }),
  "rsa-sha1": generateKeyPairSync("rsa", { modulusLength: 2048 }),
};

const DIGESTS: Readonly<Record<PublicKeyAlgorithm, string | null>> = {
  ed25519: null,
  "ecdsa-p256": "sha256",
  "rsa-sha256": "sha256",
  "rsa-sha1": "sha1",
};

const ALGORITHMS = Object.keys(PAIRS) as PublicKeyAlgorithm[];

function spkiOf({ publicKey }: Pair) {
  const bytes = new Uint8Array(publicKey.export({ format: "der", type: "spki" }));
  return { form: "spki", bytes } as const;
}

const signWith = (algorithm: PublicKeyAlgorithm, data: Uint8Array) =>
  new Uint8Array(sign(DIGESTS[algorithm], data, PAIRS[algorithm].privateKey));

test.each(ALGORITHMS)("createWebCrypto() verifies %s", async (algorithm) => {
  const key = webCrypto.publicKey(algorithm, spkiOf(PAIRS[algorithm]));
  const signature = signWith(algorithm, DATA);
  expect(await key.verify(signature, ["what ", bytesOf("is signed")])).toBe(true);
  expect(await key.verify(signature, ["what is signed "])).toBe(false);
  const last = signature.length - 1;
  const changed = signature.with(last, (signature[last] as number) ^ 1);
  expect(await key.verify(changed, [DATA])).toBe(false);
  expect(await key.verify(new Uint8Array(0), [DATA])).toBe(false);
});

test("createWebCrypto() verifies nothing with an invalid key", async () => {
  const key = webCrypto.publicKey("ecdsa-p256", { form: "spki", bytes: Uint8Array.of(1, 2) });
  expect(await key.verify(signWith("ecdsa-p256", DATA), [DATA])).toBe(false);
});

test.each(ALGORITHMS)("verifySignature() accepts %s only of its own key", async (algorithm) => {
  const scheme: SignatureScheme = {
    scheme: "publicKey",
    algorithm,
    key: "spki",
    signature: { header: "x-signature", list: true },
    encoding: "base64",
    signed: "{timestamp}{body}",
    timestamp: { header: "x-time", unit: "s", toleranceSeconds: 300 },
  };
  const keys = [spkiOf(PAIRS[algorithm])];
  const compiled = compileScheme(scheme, { crypto: webCrypto, keys, publicUrl: undefined });
  const sent = (signature: Uint8Array, text = "hello") =>
    requestOf({
      text,
      headers: {
        "x-signature": `AAAA,${Buffer.from(signature).toString("base64")}`,
        "x-time": SECONDS,
      },
    });
  const right = signWith(algorithm, bytesOf(`${SECONDS}hello`));
  expect(await outcome(compiled, sent(right))).toBe("ok");
  expect(await outcome(compiled, sent(right, "Hello"))).toBe("signature_wrong");
  // The public key is known to everybody, so an HMAC under it proves nothing.
  const secret = keys[0]?.bytes as Uint8Array;
  const confused = Buffer.from(hmac(`${SECONDS}hello`, { secret }), "hex");
  expect(await outcome(compiled, sent(Buffer.concat([confused, confused])))).toBe(
    "signature_wrong",
  );
});

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(" ", ""), "hex"));

test("derToRaw() returns the two numbers of a P-256 signature with fixed length", () => {
  expect(derToRaw(hex("3006 020101 020102"), 2)).toEqual(hex("0001 0002"));
  expect(derToRaw(hex("3008 02020080 0202 7fff"), 2)).toEqual(hex("0080 7fff"));
  expect(derToRaw(hex("3006 020100 020100"), 1)).toEqual(hex("00 00"));
});

test.each([
  ["nothing", ""],
  ["no sequence", "3106 020101 020102"],
  ["bytes after it", "3006 020101 020102 00"],
  ["bytes missing", "3006 020101 0201"],
  ["a length that is too small", "3005 020101 020102"],
  ["bytes after the second number", "3007 020101 020102 00"],
  ["a negative number", "3006 020181 020102"],
  ["a number that is too long", "3007 02020101 020102"],
  ["a needless zero", "3008 0202007f 02020001"],
  ["an empty number", "3005 0200 020102"],
  ["one number", "3003 020101"],
  ["another type of number", "3006 030101 020102"],
  ["a number that ends after the signature", "3006 020101 020502"],
])("derToRaw() refuses %s", (_what, text) => {
  expect(derToRaw(hex(text), 1)).toBeUndefined();
});

test("derToRaw() refuses a length of more than one byte", () => {
  const der = new Uint8Array(128 + 2);
  der.set([0x30, 128]);
  expect(derToRaw(der, 64)).toBeUndefined();
});

test("rawToDer() writes what derToRaw() reads", () => {
  const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 });
  const leading = bytes.map((raw) => raw.fill(0, 0, 3));
  fc.assert(
    fc.property(fc.oneof(bytes, leading), (raw) => {
      expect(derToRaw(rawToDer(raw, 32) as Uint8Array, 32)).toEqual(raw);
    }),
  );
});

test("rawToDer() writes zero as one byte", () => {
  const der = [0x30, 6, 2, 1, 0, 2, 1, 0];
  expect([...(rawToDer(new Uint8Array(64), 32) ?? [])]).toEqual(der);
});

test("rawToDer() refuses every other length", () => {
  for (const length of [0, 63, 65, 128]) {
    expect(rawToDer(new Uint8Array(length), 32)).toBeUndefined();
  }
});
