// Bytes → their text in hexadecimal or base64: the way back of decode-bytes.ts.
import type { SignatureEncoding } from "../model/auth/route-auth.ts";

declare const btoa: (text: string) => string;

export function encodeBytes(bytes: Uint8Array, encoding: SignatureEncoding): string {
  if (encoding === "hex") {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  if (encoding === "base64") return base64;
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
