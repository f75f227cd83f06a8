// Keys that are known when a config is compiled → the keys that verify a token.
import { mapPromise, type PromiseOrValue } from "@hookwright/base";
import type { CryptoPort, JwtAlgorithm, PublicKeyAlgorithm, VerifyingKey } from "../../model.ts";
import { bytesMatch } from "../bytes.ts";
import type { DecodedKey } from "../decode-key.ts";

/** A key that verifies tokens. */
export interface TokenKey extends VerifyingKey {
  /** The values that a field of the body may have under this key. Absent: any. */
  readonly limit?: ReadonlySet<unknown>;
}

type FindKeysResult =
  /** Newest first. */
  | { readonly ok: true; readonly keys: readonly TokenKey[] }
  | { readonly ok: false; readonly code: "key_unknown" | "keys_unavailable" };

/** The keys that a token may be signed with; `now` is in milliseconds since the epoch. */
export type FindKeys = (
  jwt: { readonly algorithm: JwtAlgorithm; readonly keyId: string | undefined },
  now: number,
) => PromiseOrValue<FindKeysResult>;

/** RFC 7518's names of algorithms → those of the crypto port and of public keys in a config. */
export const PUBLIC_KEYS: Readonly<Record<Exclude<JwtAlgorithm, "HS256">, PublicKeyAlgorithm>> = {
  RS256: "rsa-sha256",
  ES256: "ecdsa-p256",
};

/** The bytes of each of the two numbers of a P-256 signature. */
const P256_NUMBER_BYTES = 32;

/**
 * One algorithm for all keys: a public key never becomes the secret of an HMAC. Throws where the runtime
 * cannot use a key.
 */
export function createJwtKey(
  algorithm: JwtAlgorithm,
  key: DecodedKey,
  crypto: CryptoPort,
): VerifyingKey {
  if (algorithm === "HS256") {
    const { sign } = crypto.hmacKey("sha256", key.bytes);
    return {
      verify: (signature, parts) =>
        mapPromise(sign(parts), (expected) => bytesMatch(signature, expected)),
    };
  }
  const { verify } = crypto.publicKey(PUBLIC_KEYS[algorithm], key);
  if (algorithm === "RS256") return { verify };
  return {
    verify(signature, parts) {
      const der = rawToDer(signature, P256_NUMBER_BYTES);
      return der !== undefined && verify(der, parts);
    },
  };
}

export function createStaticKeys(keys: readonly TokenKey[]): FindKeys {
  const result: FindKeysResult = { ok: true, keys };
  return () => result;
}

/** Undefined for bytes of another length. */
export function rawToDer(raw: Uint8Array, numberBytes: number): Uint8Array | undefined {
  if (raw.length !== 2 * numberBytes) return undefined;
  const content = [...integer(raw.subarray(0, numberBytes)), ...integer(raw.subarray(numberBytes))];
  return Uint8Array.from([0x30, content.length, ...content]);
}

/** The shortest form of a positive integer: no zeros in front but the one that keeps it positive. */
function integer(bytes: Uint8Array): readonly number[] {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? [0] : [...bytes.subarray(first)];
  const positive = (digits[0] as number) > 0x7f ? [0, ...digits] : digits;
  return [0x02, positive.length, ...positive];
}
