// Bytes → hexadecimal or base64, as vendors write signatures.
import type { SignatureEncoding } from "../model/auth.ts";

declare const btoa: (text: string) => string;

export function encodeBytes(bytes: Uint8Array, encoding: SignatureEncoding): string {
  if (encoding === "hex") {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  const base64 = btoa(String.fromCharCode(...bytes));
  if (encoding === "base64") return base64;
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
