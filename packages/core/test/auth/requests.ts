// Requests and signatures in short, for the tests of authentication. Signatures are made by node:crypto.
import { createHmac } from "node:crypto";
import { runtimeSubtle } from "../../../base/src/runtime.ts";
import type {
  AuthRequest,
  AuthResult,
  CryptoPort,
  SignatureScheme,
} from "../../../signatures/src/model.ts";
import { compileScheme } from "../../../signatures/src/serving/compile-scheme.ts";
import {
  type CompiledScheme,
  verifySignature,
} from "../../../signatures/src/serving/verify-signature.ts";
import { createWebCrypto } from "../../../signatures/src/serving/web-crypto.ts";

export const NOW = 1_700_000_000_000;
export const SECONDS = String(NOW / 1000);
export const SECRET = "a-secret-of-more-than-16-bytes";

export const webCrypto: CryptoPort = createWebCrypto(runtimeSubtle());

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function requestOf(parts: Partial<AuthRequest> & { readonly text?: string }): AuthRequest {
  const { text = "", ...rest } = parts;
  return {
    method: "POST",
    target: "/hooks/x",
    headers: {},
    body: bytesOf(text),
    receivedAt: NOW,
    ...rest,
  };
}

export interface HmacOptions {
  readonly algorithm?: "sha1" | "sha256" | "sha512";
  readonly secret?: string | Uint8Array;
  readonly encoding?: "hex" | "base64" | "base64url";
}

export function hmac(signed: string | Uint8Array, options: HmacOptions = {}): string {
  const { algorithm = "sha256", secret = SECRET, encoding = "hex" } = options;
  return createHmac(algorithm, secret).update(signed).digest(encoding);
}

/** A body under an HMAC in hexadecimal, with what a test changes. */
export function schemeOf(changes: Partial<SignatureScheme> = {}): SignatureScheme {
  return {
    scheme: "hmac",
    algorithm: "sha256",
    key: "utf8",
    signature: { header: "x-signature" },
    encoding: "hex",
    signed: "{body}",
    ...changes,
  };
}

export interface CompileSchemeOptions {
  readonly secrets?: readonly string[];
  readonly crypto?: CryptoPort;
  readonly publicUrl?: string;
}

export function compiledOf(
  changes: Partial<SignatureScheme> = {},
  { secrets = [SECRET], crypto = webCrypto, publicUrl }: CompileSchemeOptions = {},
): CompiledScheme {
  const keys = secrets.map((text) => ({ bytes: bytesOf(text), form: "raw" as const }));
  return compileScheme(schemeOf(changes), { crypto, keys, publicUrl });
}

export async function verify(scheme: CompiledScheme, request: AuthRequest): Promise<AuthResult> {
  return await verifySignature(scheme, { request, crypto: webCrypto });
}

/** The code of a refusal, or "ok". */
export async function outcome(scheme: CompiledScheme, request: AuthRequest): Promise<string> {
  const result = await verify(scheme, request);
  return result.ok ? "ok" : result.code;
}
