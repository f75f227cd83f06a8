// Bytes ↔ texts in hexadecimal, base64 and base64url.
import type { SignatureEncoding } from "../model.ts";

/** Strict: padding where the alphabet has it, no white space, no leftover bits. */
export function decodeBytes(text: string, encoding: SignatureEncoding): Uint8Array | undefined {
  if (encoding === "hex") return decodeHex(text);
  return encoding === "base64" ? decodeBase64(text) : decodeBase64(padBase64Url(text));
}

function decodeHex(text: string): Uint8Array | undefined {
  if (text.length % 2 === 1) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    const high = digitOf(text.charCodeAt(2 * index));
    const low = digitOf(text.charCodeAt(2 * index + 1));
    if (high === -1 || low === -1) return undefined;
    bytes[index] = high * 16 + low;
  }
  return bytes;
}

/** By code, because a number parsed from each two characters took ten times as long. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** Senders write it with and without padding; the other alphabet is refused below. */
function padBase64Url(text: string): string {
  if (/[+/]/.test(text)) return "!";
  const plain = text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  return plain + "=".repeat((4 - (plain.length % 4)) % 4);
}

declare const atob: (text: string) => string;

function decodeBase64(text: string): Uint8Array | undefined {
  if (!BASE64.test(text) || hasLeftoverBits(text)) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** `QQ==` and `QR==` are both read as "A", and only the first is what an encoder writes. */
function hasLeftoverBits(text: string): boolean {
  const digits = text.replace(/=+$/, "");
  const padding = text.length - digits.length;
  if (padding === 0) return false;
  const unused = padding === 2 ? 0b1111 : 0b11;
  return (ALPHABET.indexOf(digits.at(-1) as string) & unused) !== 0;
}

/** In a time that does not depend on where two signatures differ. */
export function bytesMatch(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++) {
    difference |= (left[index] as number) ^ (right[index] ?? 0);
  }
  return difference === 0;
}

declare const btoa: (text: string) => string;

const DIGITS = "0123456789abcdef";

/** The text of bytes in hexadecimal or base64; `decodeBytes` reads it. */
export function encodeBytes(bytes: Uint8Array, encoding: SignatureEncoding): string {
  if (encoding === "hex") {
    let text = "";
    // A call for each byte of a digest would cost a signed request a fiftieth.
    for (const byte of bytes) text += DIGITS.charAt(byte >> 4) + DIGITS.charAt(byte & 15);
    return text;
  }
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  if (encoding === "base64") return base64;
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
