// Base64 and hexadecimal of bytes and texts, as Node's `Buffer` reads and writes them, also in a browser.

declare function atob(text: string): string;
declare function btoa(binary: string): string;

/** One character for each byte. Reads both alphabets, skips other characters, and stops at `=`. */
export function latin1OfBase64(text: string): string {
  const [written = ""] = text.split("=", 1);
  const standard = written
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replaceAll(/[^\w+/]/g, "")
    .replaceAll("_", "/");
  // A single character at the end holds no whole byte.
  return atob(standard.length % 4 === 1 ? standard.slice(0, -1) : standard);
}

/** The text in UTF-8 that is in base64. */
export function textOfBase64(text: string): string {
  const bytes = Uint8Array.from(latin1OfBase64(text), (unit) => unit.charCodeAt(0));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

export function base64OfBytes(
  bytes: Uint8Array,
  alphabet: "base64" | "base64url" = "base64",
): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const text = btoa(binary);
  return alphabet === "base64"
    ? text
    : text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function hexOfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
