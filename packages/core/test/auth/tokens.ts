// JSON Web Tokens in short, for tests. They are signed by node:crypto.
import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { NOW, SECRET } from "./requests.ts";

export const SECONDS_NOW: number = NOW / 1000;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A private key signs with the algorithm of its kind, a text with HMAC. */
export type TokenKey = string | KeyObject;

export interface TokenOptions {
  readonly header?: object;
  readonly key?: TokenKey;
}

export function signToken(claims: object, { header, key = SECRET }: TokenOptions = {}): string {
  const algorithm = algorithmOf(key);
  const signed = `${encode({ alg: algorithm, typ: "JWT", ...header })}.${encode(claims)}`;
  return `${signed}.${signText(signed, key).toString("base64url")}`;
}

function algorithmOf(key: TokenKey): string {
  if (typeof key === "string") return "HS256";
  return key.asymmetricKeyType === "rsa" ? "RS256" : "ES256";
}

function signText(text: string, key: TokenKey): Buffer {
  if (typeof key === "string") return createHmac("sha256", key).update(text).digest();
  return sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
}

/** Made once for all tests: an RSA pair takes a tenth of a second. */
export const RSA: Pair = pairOf(generateKeyPairSync("rsa", { modulusLength: 2048 }));
export const EC: Pair = pairOf(generateKeyPairSync("ec", { namedCurve: "P-256" }));

export interface Pair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The public key as an operator writes it. */
  readonly pem: string;
}

function pairOf(pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }): Pair {
  return { ...pair, pem: pair.publicKey.export({ format: "pem", type: "spki" }).toString() };
}
