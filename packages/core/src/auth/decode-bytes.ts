// Text in hexadecimal or base64 → its bytes, or undefined where it is not exactly that.
import type { SignatureEncoding } from "../model/auth/route-auth.ts";

/** Strict: padding where the alphabet has it, no white space, no bits left over. */
export function decodeBytes(text: string, encoding: SignatureEncoding): Uint8Array | undefined {
  if (encoding === "hex") return decodeHex(text);
  return encoding === "base64" ? decodeBase64(text) : decodeBase64(padBase64Url(text));
}

const HEX = /^(?:[\da-f]{2})*$/i;

function decodeHex(text: string): Uint8Array | undefined {
  if (!HEX.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(text.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
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
