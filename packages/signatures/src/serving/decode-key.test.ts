import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { expect, test } from "vitest";
import type { KeyForm } from "../model.ts";
import { decodeKey, type KeyToDecode } from "./decode-key.ts";

const hexOf = (text: string, form: KeyForm, algorithm: KeyToDecode["algorithm"] = "sha256") => {
  const key = decodeKey(text, { form, algorithm });
  return key.ok ? Buffer.from(key.bytes).toString("hex") : undefined;
};

test("decodeKey() reads whsec_ as text or as base64, as the form says", () => {
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

test("decodeKey() takes the SHA-1 of a secret, and none of an empty one", () => {
  expect(hexOf("abc", "sha1")).toBe("a9993e364706816aba3e25717850c26c9cd0d89d");
  expect(hexOf("", "sha1")).toBeUndefined();
});

test("decodeKey() encodes secrets as UTF-8", () => {
  expect(hexOf("schlüssel", "utf8")).toBe("7363686cc3bc7373656c");
});

test.each<[string, KeyForm, string]>([
  ["", "utf8", "any text that is not blank"],
  [" \n", "utf8", "any text that is not blank"],
  ["whsec_", "whsec", "base64, with or without whsec_ before it"],
  ["whsec_not base64", "whsec", "base64, with or without whsec_ before it"],
  ["xyz", "hex", "hexadecimal digits, two for each byte"],
  ["SGk", "base64", "base64"],
  ["00", "raw-hex", "a public key of 32 bytes in hexadecimal, and no point of small order"],
  ["SGk=", "raw-base64", "a public key of 32 bytes in base64, and no point of small order"],
  [
    "whpk_SGk=",
    "whpk",
    "a public key of 32 bytes in base64, with or without whpk_ before it, and no point of small order",
  ],
  ["SGk=", "spki", "a public key of the scheme's algorithm in PEM, or the base64 in it"],
  ["no key", "spki", "a public key of the scheme's algorithm in PEM, or the base64 in it"],
])("decodeKey() refuses %j as %s, and says what it expects", (text, form, expected) => {
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

test("decodeKey() accepts a public key only for its own algorithm", () => {
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

test("decodeKey() refuses a public key for an HMAC", () => {
  const der = KEYS.ed25519.export({ format: "der", type: "spki" }).toString("base64");
  expect(decodeKey(der, { form: "spki", algorithm: "sha256" }).ok).toBe(false);
});

/** The curve of Ed25519 by its definition, in affine coordinates: slow, and independent of every library. */
const P = 2n ** 255n - 19n;
const mod = (value: bigint) => ((value % P) + P) % P;
function power(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n;
  const half = power(mod(base * base), exponent / 2n);
  return exponent % 2n === 0n ? half : mod(half * base);
}
const D = mod(-121_665n * power(121_666n, P - 2n));
const ROOT = power(2n, (P - 1n) / 4n);

type Point = readonly [bigint, bigint];

/** The x that belongs to a y, of either sign; undefined if no point has that y. */
function pointOf(y: bigint): Point | undefined {
  const square = mod((y * y - 1n) * power(mod(D * y * y + 1n), P - 2n));
  const x = power(square, (P + 3n) / 8n);
  const found = [x, mod(x * ROOT)].find((one) => mod(one * one) === square);
  return found === undefined ? undefined : [found, mod(y)];
}

function double([x, y]: Point): Point {
  const product = mod(D * x * x * y * y);
  return [
    mod(2n * x * y * power(mod(1n + product), P - 2n)),
    mod((y * y + x * x) * power(mod(1n - product), P - 2n)),
  ];
}

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Every y of 255 bits, canonical or not, of a point whose order divides 8. */
function smallOrders(): readonly bigint[] {
  for (let y = 2n; ; y++) {
    const point = pointOf(y);
    // Times the order of the large group, a point lands among the eight.
    const found = point && multiply(point, ORDER);
    if (found === undefined || multiply(found, 4n)[1] === 1n) continue;
    const all = [...Array(8).keys()].map((times) => multiply(found, BigInt(times))[1]);
    return [...new Set(all)].flatMap((one) => (one + P < 2n ** 255n ? [one, one + P] : [one]));
  }
}

function add([x1, y1]: Point, [x2, y2]: Point): Point {
  const product = mod(D * x1 * x2 * y1 * y2);
  return [
    mod((x1 * y2 + x2 * y1) * power(mod(1n + product), P - 2n)),
    mod((y1 * y2 + x1 * x2) * power(mod(1n - product), P - 2n)),
  ];
}

function multiply(point: Point, times: bigint): Point {
  let result: Point = [0n, 1n];
  for (let bits = times, at = point; bits > 0n; bits /= 2n, at = double(at)) {
    if (bits % 2n === 1n) result = add(result, at);
  }
  return result;
}

/** Little-endian, with the bit of the sign. */
function encodePoint(y: bigint, sign: 0 | 1): Buffer {
  const bytes = Buffer.from(y.toString(16).padStart(64, "0"), "hex").reverse();
  bytes[31] = (bytes[31] as number) | (sign << 7);
  return bytes;
}

test("decodeKey() refuses every point of small order, in every spelling and form", () => {
  const ys = smallOrders();
  expect(ys).toHaveLength(7);
  for (const y of ys) {
    for (const sign of [0, 1] as const) {
      const point = encodePoint(y, sign);
      const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), point]);
      expect(hexOf(point.toString("hex"), "raw-hex", "ed25519")).toBeUndefined();
      expect(hexOf(point.toString("base64"), "raw-base64", "ed25519")).toBeUndefined();
      expect(hexOf(`whpk_${point.toString("base64")}`, "whpk", "ed25519")).toBeUndefined();
      expect(hexOf(spki.toString("base64"), "spki", "ed25519")).toBeUndefined();
    }
  }
});

/** Since Node 26, OpenSSL refuses such a key by itself. */
const ACCEPTS_WEAK_KEYS = Number(process.versions.node.split(".")[0]) < 26;

test("decodeKey() refuses a key under which Node accepts a forged signature", () => {
  const point = encodePoint(1n, 0);
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), point]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  const madeUp = Buffer.concat([point, Buffer.alloc(32)]);
  expect(verify(null, Buffer.from("any text"), key, madeUp)).toBe(ACCEPTS_WEAK_KEYS);
  expect(hexOf(point.toString("hex"), "raw-hex", "ed25519")).toBeUndefined();
});

test("decodeKey() accepts keys that Node makes, and secrets that look like weak points", () => {
  for (let round = 0; round < 20; round++) {
    const { publicKey } = generateKeyPairSync("ed25519");
    const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
    expect(hexOf(raw.toString("hex"), "raw-hex", "ed25519")).toBe(raw.toString("hex"));
  }
  expect(hexOf("00".repeat(32), "hex")).toBe("00".repeat(32));
});
