// A secret and a text → their HMAC-SHA256, by the runtime's own WebCrypto and not by what is tested.

export const SECRET = "conformance-secret-0123456789";

const encoder = new TextEncoder();

export async function hmacHex(text: string | Uint8Array, secret: string = SECRET): Promise<string> {
  return Buffer.from(await hmac(text, secret)).toString("hex");
}

export async function hmacBase64(text: string, secret: string = SECRET): Promise<string> {
  return Buffer.from(await hmac(text, secret)).toString("base64");
}

async function hmac(text: string | Uint8Array, secret: string): Promise<ArrayBuffer> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const bytes = typeof text === "string" ? encoder.encode(text) : new Uint8Array(text);
  return subtle.sign("HMAC", key, bytes);
}
