// Bytes → their text in hexadecimal or base64: the way back of decode-bytes.ts.
import type { SignatureEncoding } from "./model.ts";

declare const btoa: (text: string) => string;

const DIGITS = "0123456789abcdef";

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
