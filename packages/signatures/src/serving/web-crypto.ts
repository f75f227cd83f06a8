// The WebCrypto of a runtime → the crypto port.

import type { CryptoPort, HmacAlgorithm, PublicKeyAlgorithm } from "../model.ts";
import { encodeText } from "./decode-key.ts";

interface Algorithm {
  readonly name: string;
  readonly hash?: string;
  readonly namedCurve?: string;
}

/** What is used of WebCrypto; the core is compiled without the types of any runtime. */
interface SubtleCrypto {
  importKey(
    format: "raw" | "spki",
    key: Uint8Array,
    algorithm: Algorithm,
    extractable: false,
    usages: readonly string[],
  ): Promise<object>;
  sign(algorithm: string, key: object, data: Uint8Array): Promise<ArrayBuffer>;
  verify(
    algorithm: Algorithm,
    key: object,
    signature: Uint8Array,
    data: Uint8Array,
  ): Promise<boolean>;
  digest(algorithm: string, data: Uint8Array): Promise<ArrayBuffer>;
}

const HASHES: Readonly<Record<HmacAlgorithm, string>> = {
  sha1: "SHA-1",
  sha256: "SHA-256",
  sha512: "SHA-512",
};

const PUBLIC_KEYS: Readonly<Record<PublicKeyAlgorithm, Algorithm>> = {
  ed25519: { name: "Ed25519" },
  "ecdsa-p256": { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  "rsa-sha256": { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  "rsa-sha1": { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" },
};

/** The bytes of each of the two numbers of a P-256 signature. */
const P256_NUMBER_BYTES = 32;

/**
 * Creates the port that signs and verifies with WebCrypto, the default. Keys are imported once. A public key
 * that cannot be imported verifies nothing; an HMAC key without bytes throws.
 *
 * @example
 * ```ts
 * const hooks = compileHooks(config, { crypto: createWebCrypto(globalThis.crypto.subtle) });
 * ```
 */
export function createWebCrypto(webCrypto: object): CryptoPort {
  // The types of runtimes differ from each other, and from one TypeScript to the next.
  const subtle = webCrypto as SubtleCrypto;
  return {
    hmacKey(algorithm, bytes) {
      // An empty key is not a secret.
      if (bytes.length === 0) throw new RangeError("The HMAC key is empty.");
      const hmac = { name: "HMAC", hash: HASHES[algorithm] };
      const key = subtle.importKey("raw", bytes, hmac, false, ["sign"]);
      // `sign` rejects, too. Without a listener, the rejection of an unused key would end a process of Node.
      key.catch(() => undefined);
      return {
        sign: async (parts) =>
          new Uint8Array(await subtle.sign("HMAC", await key, joinParts(parts))),
      };
    },
    publicKey(algorithm, { form, bytes }) {
      const imported = subtle.importKey(form, bytes, PUBLIC_KEYS[algorithm], false, ["verify"]);
      const key = imported.catch(() => undefined);
      return {
        async verify(signature, parts) {
          const raw =
            algorithm === "ecdsa-p256" ? derToRaw(signature, P256_NUMBER_BYTES) : signature;
          const ready = await key;
          if (raw === undefined || ready === undefined) return false;
          return subtle.verify(PUBLIC_KEYS[algorithm], ready, raw, joinParts(parts));
        },
      };
    },
    sha256: async (parts) => new Uint8Array(await subtle.digest("SHA-256", joinParts(parts))),
  };
}

export function joinParts(parts: readonly (string | Uint8Array)[]): Uint8Array {
  const pieces = parts.map((part) => (typeof part === "string" ? encodeText(part) : part));
  if (pieces.length === 1) return pieces[0] as Uint8Array;
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * Strict: a sequence of two positive integers in their shortest form, without further bytes. Undefined
 * for anything else.
 */
export function derToRaw(der: Uint8Array, numberBytes: number): Uint8Array | undefined {
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2 || der.length > 127) return undefined;
  const raw = new Uint8Array(2 * numberBytes);
  const end = writeInteger(der, 2, raw.subarray(0, numberBytes));
  if (end === undefined) return undefined;
  return writeInteger(der, end, raw.subarray(numberBytes)) === der.length ? raw : undefined;
}

const SEQUENCE = 0x30;

const INTEGER = 0x02;

/** The end of the integer; undefined if it is not one, or too long for `target`. */
function writeInteger(der: Uint8Array, start: number, target: Uint8Array): number | undefined {
  const length = der[start + 1];
  if (der[start] !== INTEGER || length === undefined || length === 0) return undefined;
  const end = start + 2 + length;
  const bytes = der.subarray(start + 2, end);
  if (bytes.length !== length || (bytes[0] as number) > 0x7f) return undefined;
  const hasZero = bytes[0] === 0;
  if (hasZero && length > 1 && (bytes[1] as number) <= 0x7f) return undefined;
  const digits = hasZero ? bytes.subarray(1) : bytes;
  if (digits.length > target.length) return undefined;
  target.set(digits, target.length - digits.length);
  return end;
}
