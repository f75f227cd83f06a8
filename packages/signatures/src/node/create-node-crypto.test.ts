import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PublicKeyAlgorithm } from "../model.ts";
import { createWebCrypto } from "../serving/web-crypto.ts";
import { createNodeCrypto } from "./create-node-crypto.ts";

const node = createNodeCrypto();
const web = createWebCrypto(globalThis.crypto.subtle);

const bytesOf = (text: string) => new TextEncoder().encode(text);
const parts = fc.array(
  fc.oneof(fc.string({ unit: "grapheme" }), fc.uint8Array({ maxLength: 40 })),
  {
    maxLength: 4,
  },
);

test("createNodeCrypto() signs as WebCrypto does, whatever the key and the parts", async () => {
  const algorithms = fc.constantFrom("sha1", "sha256", "sha512");
  const keys = fc.uint8Array({ minLength: 1, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(algorithms, keys, parts, async (algorithm, key, signed) => {
      const ofNode = await node.hmacKey(algorithm, key).sign(signed);
      const ofWeb = await web.hmacKey(algorithm, key).sign(signed);
      expect(new Uint8Array(ofNode)).toEqual(ofWeb);
    }),
  );
});

test("createNodeCrypto() hashes as WebCrypto does", async () => {
  await fc.assert(
    fc.asyncProperty(parts, async (hashed) => {
      expect(new Uint8Array(await node.sha256(hashed))).toEqual(await web.sha256(hashed));
    }),
  );
});

const PAIRS: Readonly<
  Record<PublicKeyAlgorithm, { readonly publicKey: KeyObject; readonly privateKey: KeyObject }>
> = {
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

const spkiOf = (key: KeyObject) => ({
  form: "spki" as const,
  bytes: new Uint8Array(key.export({ format: "der", type: "spki" })),
});

const signWith = (algorithm: PublicKeyAlgorithm, data: Uint8Array) =>
  new Uint8Array(sign(DIGESTS[algorithm], data, PAIRS[algorithm].privateKey));

test.each(ALGORITHMS)(
  "createNodeCrypto() accepts and refuses signatures of %s as WebCrypto does",
  async (algorithm) => {
    const key = spkiOf(PAIRS[algorithm].publicKey);
    const ports = [node.publicKey(algorithm, key), web.publicKey(algorithm, key)];
    const change = fc.record({
      at: fc.nat(),
      by: fc.integer({ min: 0, max: 255 }),
      cut: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), change, async (data, { at, by, cut }) => {
        const right = signWith(algorithm, data);
        const index = at % right.length;
        const changed = right.with(index, ((right[index] as number) + by) % 256);
        const signature = changed.slice(0, changed.length - cut);
        const [ofNode, ofWeb] = await Promise.all(
          ports.map((port) => port.verify(signature, ["", data])),
        );
        expect(ofNode).toBe(by === 0 && cut === 0);
        expect(ofWeb).toBe(ofNode);
      }),
      { numRuns: 60 },
    );
  },
);

test("createNodeCrypto() takes the bytes of an Ed25519 key alone", async () => {
  const bytes = spkiOf(PAIRS.ed25519.publicKey).bytes.slice(-32);
  const key = node.publicKey("ed25519", { form: "raw", bytes });
  expect(await key.verify(signWith("ed25519", bytesOf("x")), ["x"])).toBe(true);
});

test("createNodeCrypto() signs nothing with an empty key", () => {
  expect(() => node.hmacKey("sha256", new Uint8Array(0))).toThrow("empty");
});

test("createNodeCrypto() takes no key of another algorithm", () => {
  for (const algorithm of ALGORITHMS) {
    for (const other of ALGORITHMS) {
      const make = () => node.publicKey(algorithm, spkiOf(PAIRS[other].publicKey));
      const isRsa = algorithm.startsWith("rsa") && other.startsWith("rsa");
      if (algorithm === other || isRsa) expect(make()).toBeDefined();
      else expect(make).toThrow("a different algorithm");
    }
  }
  expect(() => node.publicKey("ed25519", { form: "spki", bytes: Uint8Array.of(1) })).toThrow();
});
