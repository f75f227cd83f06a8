// A vendor's row → a signed request for a judge, and what our verifier says of it.
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { signRequest } from "../../../signatures/src/authoring/sign-request.ts";
import type { AuthResult, SignatureScheme, SigningKey } from "../../../signatures/src/model.ts";
import { compileScheme } from "../../../signatures/src/serving/compile-scheme.ts";
import { decodeKey } from "../../../signatures/src/serving/decode-key.ts";
import { signatureHeaders } from "../../../signatures/src/serving/read-signatures.ts";
import { verifyAlternatives } from "../../../signatures/src/serving/verify-alternatives.ts";
import { createWebCrypto } from "../../../signatures/src/serving/web-crypto.ts";
import { PROVIDERS } from "../../../signatures/src/vendors/generated/vendors.ts";
import type { Provider } from "../../../signatures/src/vendors/shared/vendor.ts";

export const crypto = createWebCrypto(globalThis.crypto.subtle);

export const JSON_BODY = '{"id":"evt_1","text":"Gr\u00fc\u00dfe \u{1F389} <&> \\u00e9","n":1}';
/** Without an escape: a library that reads JSON and writes it again leaves it as it is. */
export const PLAIN_BODY = JSON.stringify(JSON.parse(JSON_BODY));
export const FORM_BODY = "To=%2B15&From=%2B16&Body=a+b%26c%C3%A9&Tag=2&Tag=1&Tag=2&Empty=";
export const FORM = "application/x-www-form-urlencoded";
export const PUBLIC_URL = "https://hooks.example/in/a%20b";

export function findProvider(id: string): Provider {
  const provider = PROVIDERS.find((one) => one.id === id);
  if (provider === undefined) throw new Error(`The table has no ${id}`);
  return provider;
}

/** The first of a provider, or the one of a kind. */
export function schemeOf(id: string, kind?: SignatureScheme["scheme"]): SignatureScheme {
  const schemes = findProvider(id).signatures ?? [];
  const scheme = schemes.find((one) => kind === undefined || one.scheme === kind);
  if (scheme === undefined) throw new Error(`${id} signs nothing`);
  return scheme;
}

/** A secret as a vendor shows it, and what signs with it. */
export interface JudgedKey {
  /** The public key, where the vendor signs with a private one. */
  readonly shown: string;
  readonly signing: string | SigningKey;
}

export function keyFor(scheme: SignatureScheme, fill = 7): JudgedKey {
  if (scheme.scheme === "publicKey") return keyPairFor(scheme, fill);
  const bytes = Buffer.alloc(32, fill);
  const texts: Record<string, string> = {
    utf8: `secret-of-32-characters-${fill}-\u00e9`,
    base64: bytes.toString("base64"),
    hex: bytes.toString("hex"),
    whsec: `whsec_${bytes.toString("base64")}`,
    sha1: `private-key-of-32-characters-${fill}`,
  };
  const shown = texts[scheme.key] as string;
  return { shown, signing: shown };
}

/** To find the primes of a key of RSA takes a second on a busy machine. */
const rsaPairs = new Map<
  number,
  { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
>();

function rsaPair(fill: number) {
  const pair = rsaPairs.get(fill) ?? generateKeyPairSync("rsa", { modulusLength: 2048 });
  rsaPairs.set(fill, pair);
  return pair;
}

function newPair(algorithm: SignatureScheme["algorithm"], fill: number) {
  if (algorithm.startsWith("rsa")) return rsaPair(fill);
  return algorithm === "ed25519"
    ? generateKeyPairSync("ed25519")
    : generateKeyPairSync("ec", { namedCurve: "P-256" });
}

function keyPairFor({ algorithm, key }: SignatureScheme, fill: number): JudgedKey {
  const { publicKey, privateKey } = newPair(algorithm, fill);
  const digest = algorithm === "ed25519" ? null : "sha256";
  return {
    shown: showPublicKey(publicKey, key),
    signing: { sign: (parts) => sign(digest, joined(parts), privateKey) },
  };
}

function showPublicKey(publicKey: KeyObject, form: SignatureScheme["key"]): string {
  const der = publicKey.export({ format: "der", type: "spki" });
  if (form === "spki") return der.toString("base64");
  const raw = der.subarray(-32);
  if (form === "whpk") return `whpk_${raw.toString("base64")}`;
  return raw.toString(form === "raw-hex" ? "hex" : "base64");
}

const joined = (parts: readonly (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

/** What was sent, by us or by a judge. */
export interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly query: string;
  readonly sentAt: number;
}

export interface ToSign {
  readonly key: JudgedKey;
  readonly sentAt: number;
  readonly contentType?: string;
  readonly body?: string;
  readonly publicUrl?: string;
  readonly query?: string;
  /** That are signed, too. */
  readonly headers?: Readonly<Record<string, string>>;
}

export async function signOurs(scheme: SignatureScheme, given: ToSign): Promise<SentRequest> {
  const { key, sentAt, contentType = "application/json" } = given;
  const body = given.body ?? (contentType === FORM ? FORM_BODY : JSON_BODY);
  const signed = await signRequest(scheme, {
    crypto,
    key: key.signing,
    body,
    sentAt,
    id: "msg_1",
    publicUrl: given.publicUrl ?? PUBLIC_URL,
    contentType,
    query: given.query ?? "a=1&b=%27",
    ...(given.headers && { headers: given.headers }),
  });
  if (!signed.ok) throw new Error(signed.message);
  const { headers, query } = signed;
  return { headers, query, body: new TextDecoder().decode(signed.body), sentAt };
}

export const fullUrl = ({ query }: SentRequest) => `${PUBLIC_URL}?${query}`;

export interface ToVerify {
  /** As shown, newest first. */
  readonly secrets: readonly string[];
  readonly sent: Omit<SentRequest, "headers"> & {
    readonly headers: Readonly<Record<string, string | readonly string[]>>;
  };
  readonly receivedAt?: number;
  readonly publicUrl?: string;
}

export async function verifyOurs(
  scheme: SignatureScheme,
  { secrets, sent, receivedAt = sent.sentAt, publicUrl = PUBLIC_URL }: ToVerify,
): Promise<AuthResult> {
  const keys = secrets.map((text) => {
    const decoded = decodeKey(text, { form: scheme.key, algorithm: scheme.algorithm });
    if (!decoded.ok) throw new Error(`wanted: ${decoded.expected}`);
    return decoded;
  });
  const compiled = compileScheme(scheme, { crypto, keys, publicUrl });
  const request = {
    method: "POST",
    target: `/in/a%20b?${sent.query}`,
    headers: sent.headers as Record<string, string>,
    body: Buffer.from(sent.body),
    receivedAt,
  };
  return verifyAlternatives([compiled], { request, crypto });
}

/** Headers without which the request is none of the vendor's. */
export function neededHeaders(scheme: SignatureScheme, sent: SentRequest): readonly string[] {
  const { signature, timestamp, id } = scheme;
  const names = [...signatureHeaders(signature), timestamp?.header, id?.header];
  return names.filter((name): name is string => name !== undefined && name in sent.headers);
}
