// A private key for testing a vendor with a public key → the signing key, and the public key for the config.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import type { SignatureScheme, SigningKey } from "@hookwright/core";
import { SampleError } from "./sample-error.ts";

/** How node:crypto names the kind of key of an algorithm. */
function keyTypeOf({ algorithm }: SignatureScheme): "ed25519" | "ec" | "rsa" {
  if (algorithm === "ed25519") return algorithm;
  return algorithm.startsWith("ecdsa") ? "ec" : "rsa";
}

/** Of a key in PEM; no message repeats it. */
export function readPrivateKey(pem: string, scheme: SignatureScheme): KeyObject {
  const wanted = keyTypeOf(scheme);
  const key = parse(pem);
  if (key?.asymmetricKeyType === wanted) return key;
  const message = `The private key is not in PEM, or not of the kind ${wanted}.`;
  throw new SampleError(message, "--new-key FILE makes one.");
}

function parse(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

/** In PEM. */
export function createKey(scheme: SignatureScheme): string {
  const { privateKey } = PAIRS[keyTypeOf(scheme)]();
  return privateKey.export({ format: "pem", type: "pkcs8" }) as string;
}

const PAIRS = {
  ed25519: () => generateKeyPairSync("ed25519"),
  ec: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  rsa: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
};

/** The signing key of this private key for the scheme. */
export function signWith(key: KeyObject, scheme: SignatureScheme): SigningKey {
  const digest = scheme.algorithm === "ed25519" ? null : "sha256";
  return {
    sign: (parts) =>
      sign(digest, Buffer.concat(parts.map((part) => Buffer.from(part as string))), key),
  };
}

/** As `auth.publicKey` of a mapping. */
export function publicKeyText(key: KeyObject, { key: form }: SignatureScheme): string {
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  if (form === "spki") return der.toString("base64");
  // The raw bytes are at the end of the structure.
  const raw = der.subarray(-32);
  if (form === "whpk") return `whpk_${raw.toString("base64")}`;
  return raw.toString(form === "raw-hex" ? "hex" : "base64");
}
