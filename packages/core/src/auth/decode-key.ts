// A secret or public key as the operator wrote it → the bytes of the key, or what is wrong with it.
import type { KeyForm } from "../model/auth.ts";
import { decodeBytes } from "./decode-bytes.ts";

export type KeyResult =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly form: "raw" | "spki" }
  /** What the key has to look like: the text itself is a secret. */
  | { readonly ok: false; readonly expected: string };

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

export const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);

export function decodeKey(text: string, form: KeyForm): KeyResult {
  const bytes = read(text.trim(), form);
  if (bytes === undefined || bytes.length === 0) return { ok: false, expected: EXPECTED[form] };
  if (form === "spki") return { ok: true, bytes, form: "spki" };
  if (PUBLIC.has(form) && bytes.length !== 32) return { ok: false, expected: EXPECTED[form] };
  return { ok: true, bytes, form: "raw" };
}

const PUBLIC: ReadonlySet<KeyForm> = new Set(["raw-hex", "raw-base64", "whpk"]);

const EXPECTED: Readonly<Record<KeyForm, string>> = {
  utf8: "any text that is not blank",
  base64: "base64",
  hex: "hexadecimal digits, two for each byte",
  whsec: "base64, with or without whsec_ before it",
  "raw-hex": "a public key of 32 bytes in hexadecimal",
  "raw-base64": "a public key of 32 bytes in base64",
  whpk: "a public key of 32 bytes in base64, with or without whpk_ before it",
  spki: "a public key in PEM, or the base64 in it",
};

function read(text: string, form: KeyForm): Uint8Array | undefined {
  switch (form) {
    case "utf8":
      return encodeText(text);
    case "hex":
    case "raw-hex":
      return decodeBytes(text, "hex");
    case "base64":
    case "raw-base64":
      return decodeBytes(text, "base64");
    // Supabase shows `v1,whsec_…`.
    case "whsec":
      return decodeBytes(text.replace(/^(?:v1,)?whsec_/, ""), "base64");
    case "whpk":
      return decodeBytes(text.replace(/^(?:v1a,)?whpk_/, ""), "base64");
    case "spki":
      return decodeBytes(text.replace(/-----[^-]*-----|\s+/g, ""), "base64");
  }
}
