// DER: structures of keys read and written, and a JWK as SPKI.
import { readOwn } from "@hookwright/base";
import type { JwtAlgorithm } from "../../model.ts";
import { decodeBytes } from "../bytes.ts";

export interface DerElement {
  readonly tag: number;
  /** Of the tag. */
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
}

export const TAGS = {
  boolean: 0x01,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/**
 * Strict: a tag of one byte, and a length in its shortest form, of at most three bytes. Reads nothing
 * after `end`.
 */
export function readElement(
  der: Uint8Array,
  start: number,
  end: number = der.length,
): DerElement | undefined {
  const tag = der[start];
  const first = der[start + 1];
  if (start + 2 > end || tag === undefined || first === undefined) return undefined;
  if ((tag & 0x1f) === 0x1f) return undefined;
  const more = first < 0x80 ? 0 : first - 0x80;
  const contentStart = start + 2 + more;
  if ((first >= 0x80 && more === 0) || more > 3 || contentStart > end) return undefined;
  let length = first;
  if (more > 0) {
    length = der.subarray(start + 2, contentStart).reduce((sum, byte) => sum * 256 + byte, 0);
    const shortest = more === 1 ? 0x80 : 256 ** (more - 1);
    if (length < shortest) return undefined;
  }
  if (contentStart + length > end) return undefined;
  return { tag, start, contentStart, end: contentStart + length };
}

/** No certificate has more; a bound keeps the time proportional to what is useful. */
const MAX_CHILDREN = 64;

/** The elements within one, which must fill it exactly. */
export function readChildren(
  der: Uint8Array,
  { contentStart, end }: DerElement,
): readonly DerElement[] | undefined {
  const children: DerElement[] = [];
  let at = contentStart;
  while (at < end) {
    const child = readElement(der, at, end);
    if (child === undefined || children.length === MAX_CHILDREN) return undefined;
    children.push(child);
    at = child.end;
  }
  return children;
}

/** Of the element with its tag and length. */
export function bytesOf(der: Uint8Array, { start, end }: DerElement): Uint8Array {
  return der.slice(start, end);
}

/** As text, byte by byte: names and times in certificates are ASCII. */
export function textOf(der: Uint8Array, { contentStart, end }: DerElement): string {
  return String.fromCharCode(...der.subarray(contentStart, Math.min(end, contentStart + 256)));
}

export function hexOf(der: Uint8Array, { contentStart, end }: DerElement): string {
  const bytes = der.subarray(contentStart, Math.min(end, contentStart + 32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface PublishedKey {
  readonly keyId: string;
  readonly algorithm: Exclude<JwtAlgorithm, "HS256">;
  /** SPKI in DER. */
  readonly spki: Uint8Array;
}

const MAX_KEY_ID_LENGTH = 256;

/** A secret among published keys (`oct`), and a key for encryption, verify nothing. */
export function readJwk(jwk: unknown): PublishedKey | undefined {
  const keyId = readOwn(jwk, "kid");
  if (typeof keyId !== "string" || keyId.length > MAX_KEY_ID_LENGTH) return undefined;
  const algorithm = KINDS.find(([kind]) => kind === readOwn(jwk, "kty"))?.[1];
  if (algorithm === undefined || !isForSignatures(jwk, algorithm)) return undefined;
  const spki = algorithm === "RS256" ? rsaKey(jwk) : ecKey(jwk);
  return spki && { keyId, algorithm, spki };
}

const KINDS = [
  ["RSA", "RS256"],
  ["EC", "ES256"],
] as const;

function isForSignatures(jwk: unknown, algorithm: string): boolean {
  const alg = readOwn(jwk, "alg");
  const use = readOwn(jwk, "use");
  return (alg === undefined || alg === algorithm) && (use === undefined || use === "sig");
}

/** RFC 7518 wants 2,048 bits; more than 8,192 would cost us much, and a stranger nothing. */
const MIN_RSA_BYTES = 256;

const MAX_RSA_BYTES = 1_024;

const MAX_EXPONENT_BYTES = 4;

const RSA_ALGORITHM = [0x30, 13, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 5, 0];

function rsaKey(jwk: unknown): Uint8Array | undefined {
  const modulus = numberOf(jwk, "n");
  const exponent = numberOf(jwk, "e");
  if (modulus === undefined || exponent === undefined) return undefined;
  if (modulus.length < MIN_RSA_BYTES || modulus.length > MAX_RSA_BYTES) return undefined;
  if (exponent.length > MAX_EXPONENT_BYTES || (exponent.at(-1) as number) % 2 === 0) {
    return undefined;
  }
  const key = element(0x30, [...integer(modulus), ...integer(exponent)]);
  return Uint8Array.from(element(0x30, [...RSA_ALGORITHM, ...element(0x03, [0, ...key])]));
}

const P256_PREFIX = [
  0x30, 0x59, 0x30, 0x13, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1, 6, 8, 0x2a, 0x86, 0x48, 0xce,
  0x3d, 3, 1, 7, 3, 0x42, 0, 4,
];

const P256_BYTES = 32;

function ecKey(jwk: unknown): Uint8Array | undefined {
  if (readOwn(jwk, "crv") !== "P-256") return undefined;
  const x = bytesAt(jwk, "x");
  const y = bytesAt(jwk, "y");
  if (x?.length !== P256_BYTES || y?.length !== P256_BYTES) return undefined;
  return Uint8Array.from([...P256_PREFIX, ...x, ...y]);
}

function bytesAt(jwk: unknown, name: string): Uint8Array | undefined {
  const text = readOwn(jwk, name);
  return typeof text === "string" ? decodeBytes(text, "base64url") : undefined;
}

const NO_BYTES = new Uint8Array();

/** Without zeros in front; undefined for zero. */
function numberOf(jwk: unknown, name: string): Uint8Array | undefined {
  const bytes = bytesAt(jwk, name) ?? NO_BYTES;
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? undefined : bytes.subarray(first);
}

function integer(bytes: Uint8Array): readonly number[] {
  return element(0x02, (bytes[0] as number) > 0x7f ? [0, ...bytes] : [...bytes]);
}

function element(tag: number, content: readonly number[]): readonly number[] {
  const { length } = content;
  // No part of an RSA key of 2,048 bits or more has 128 to 255 bytes, whose length takes another form.
  const bytes = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return [tag, ...bytes, ...content];
}
