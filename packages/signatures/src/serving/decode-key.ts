// A secret or public key as the operator wrote it → the bytes of the key, or what is wrong with it.

import type { KeyForm, SignatureScheme } from "../model.ts";
import { decodeBytes, encodeBytes } from "./bytes.ts";
import { sha1 } from "./sha1.ts";

export interface DecodedKey {
  readonly bytes: Uint8Array;
  /** Bytes of a secret are `raw`, too. */
  readonly form: "raw" | "spki";
}

type KeyResult =
  | ({ readonly ok: true } & DecodedKey)
  /** What the key has to look like: the text itself is a secret. */
  | { readonly ok: false; readonly expected: string };

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

export const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);

export interface KeyToDecode {
  readonly form: KeyForm;
  readonly algorithm: SignatureScheme["algorithm"];
}

/** `decodeKey`, or one that reads only keys of its kind. */
export type DecodeKey = (text: string, key: KeyToDecode) => KeyResult;

/** Reads a key of any kind. */
export function decodeKey(text: string, key: KeyToDecode): KeyResult {
  const { form } = key;
  if (form === "sha1") return decodeDigest(text.trim());
  return isPublicForm(form) ? decodePublicKey(text, key) : decodeSecret(text, key);
}

/** Reads only public keys, so that a bundle that has no secret of a digest has no SHA-1. */
export function decodePublicKey(text: string, key: KeyToDecode): KeyResult {
  const { algorithm } = key;
  const form = key.form as PublicForm;
  const bytes = readPublic(text.trim(), form);
  const wrong: KeyResult = { ok: false, expected: EXPECTED_PUBLIC[form] };
  if (bytes === undefined || bytes.length === 0) return wrong;
  if (form === "spki") {
    const isKey = isOfAlgorithm(bytes, algorithm);
    return isKey && !isWeakPoint(bytes, algorithm) ? { ok: true, bytes, form } : wrong;
  }
  if (bytes.length !== 32 || isWeakPoint(bytes, algorithm)) return wrong;
  return { ok: true, bytes, form: "raw" };
}

function decodeDigest(text: string): KeyResult {
  if (text === "") return { ok: false, expected: EXPECTED_SECRET.utf8 };
  return { ok: true, bytes: sha1(encodeText(text)), form: "raw" };
}

/** Reads secrets that are not a digest, without the code of public keys, which a bundle may not need. */
export function decodeSecret(text: string, { form }: KeyToDecode): KeyResult {
  const secretForm = form as SecretForm;
  const bytes = readSecret(text.trim(), secretForm);
  return bytes === undefined || bytes.length === 0
    ? { ok: false, expected: EXPECTED_SECRET[secretForm] }
    : { ok: true, bytes, form: "raw" };
}

type SecretForm = "utf8" | "base64" | "hex" | "whsec";
type PublicForm = Exclude<KeyForm, SecretForm | "sha1">;

const isPublicForm = (form: KeyForm): form is PublicForm => Object.hasOwn(EXPECTED_PUBLIC, form);

/** How the identifier of each algorithm begins in DER: object identifiers, in hexadecimal. */
const IDENTIFIERS: Readonly<Partial<Record<KeyToDecode["algorithm"], string>>> = {
  ed25519: "302a300506032b6570032100",
  "ecdsa-p256": "3059301306072a8648ce3d020106082a8648ce3d030107034200",
  "rsa-sha256": "06092a864886f70d010101",
  "rsa-sha1": "06092a864886f70d010101",
};

/** A key of another algorithm would be reported by the runtime only when the first request comes. */
function isOfAlgorithm(bytes: Uint8Array, algorithm: KeyToDecode["algorithm"]): boolean {
  const start = Array.from(bytes.subarray(0, 32), (byte) => byte.toString(16).padStart(2, "0"));
  const identifier = IDENTIFIERS[algorithm];
  return identifier !== undefined && start.join("").includes(identifier);
}

/**
 * The y of the eight points of Ed25519 whose order is at most 8, and two spellings of a y that is not below
 * the prime, without the bit that holds the sign of x. Under such a key, signatures can be made up without
 * a private key, and runtimes accept them (RFC 8032 leaves the check to who takes the key).
 */
const WEAK_POINTS: ReadonlySet<string> = new Set([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);

function isWeakPoint(key: Uint8Array, algorithm: KeyToDecode["algorithm"]): boolean {
  if (algorithm !== "ed25519") return false;
  const y = key.slice(-32);
  y[31] = (y[31] as number) & 0x7f;
  return WEAK_POINTS.has(encodeBytes(y, "hex"));
}

const EXPECTED_SECRET: Readonly<Record<SecretForm, string>> = {
  utf8: "any text that is not blank",
  base64: "base64",
  hex: "hexadecimal digits, two for each byte",
  whsec: "base64, with or without whsec_ before it",
};

const EXPECTED_PUBLIC: Readonly<Record<PublicForm, string>> = {
  "raw-hex": "a public key of 32 bytes in hexadecimal, and no point of small order",
  "raw-base64": "a public key of 32 bytes in base64, and no point of small order",
  whpk: "a public key of 32 bytes in base64, with or without whpk_ before it, and no point of small order",
  spki: "a public key of the scheme's algorithm in PEM, or the base64 in it",
};

function readSecret(text: string, form: SecretForm): Uint8Array | undefined {
  if (form === "utf8") return encodeText(text);
  if (form === "hex") return decodeBytes(text, "hex");
  // Supabase shows `v1,whsec_…`.
  return decodeBytes(form === "whsec" ? text.replace(/^(?:v1,)?whsec_/, "") : text, "base64");
}

function readPublic(text: string, form: PublicForm): Uint8Array | undefined {
  switch (form) {
    case "raw-hex":
      return decodeBytes(text, "hex");
    // Lists of keys (JWKS) have base64url.
    case "raw-base64":
      return decodeBytes(text, "base64") ?? decodeBytes(text, "base64url");
    case "whpk":
      return decodeBytes(text.replace(/^(?:v1a,)?whpk_/, ""), "base64");
    // Variables often hold line breaks as the two characters \n.
    case "spki":
      return decodeBytes(text.replace(/-----[^-]*-----|\\[nr]|\s+/g, ""), "base64");
  }
}
