// A key service without a network, and tokens under its key; by the runtime's own WebCrypto.
import type { KeysPort } from "@hookwright/core";
import { hmacBase64, SECRET } from "./sign.ts";

export const KEYS_URL = "https://keys.example/jwks";
/** Nothing answers there. */
export const DOWN_URL = "https://keys.example/down";

const encoder = new TextEncoder();
const { subtle } = globalThis.crypto;

const RSA = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
};

type Pair = Extract<
  Awaited<ReturnType<typeof subtle.generateKey>>,
  { readonly publicKey: unknown }
>;

const pair = (await subtle.generateKey(RSA, true, ["sign", "verify"])) as Pair;
const jwk = { ...(await subtle.exportKey("jwk", pair.publicKey)), kid: "one" };

export const KEYS: KeysPort = {
  fetch: async (url) => {
    if (url !== KEYS_URL) throw new Error("The key service is down.");
    return { status: 200, bytes: encoder.encode(JSON.stringify({ keys: [jwk] })) };
  },
};

const encode = (bytes: string | ArrayBuffer) => Buffer.from(bytes as string).toString("base64url");

function unsigned(header: object, claims: object): string {
  return `${encode(JSON.stringify(header))}.${encode(JSON.stringify(claims))}`;
}

export async function rs256(kid: string, claims: object): Promise<string> {
  const text = unsigned({ alg: "RS256", kid }, claims);
  const signature = await subtle.sign(RSA.name, pair.privateKey, encoder.encode(text));
  return `${text}.${encode(signature)}`;
}

export async function hs256(claims: object, secret: string = SECRET): Promise<string> {
  const text = unsigned({ alg: "HS256" }, claims);
  const signature = Buffer.from(await hmacBase64(text, secret), "base64");
  return `${text}.${signature.toString("base64url")}`;
}

export async function sha256Hex(text: string): Promise<string> {
  return Buffer.from(await subtle.digest("SHA-256", encoder.encode(text))).toString("hex");
}
