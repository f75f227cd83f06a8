// A signature scheme, a key and a body → the request as the vendor would send it, signed.
import { parseJson } from "../data/parse-json.ts";
import { type Key, keysFromPath, parsePath } from "../data/path.ts";
import type {
  AuthRequest,
  CryptoPort,
  HmacAlgorithm,
  SignatureScheme,
  SigningKey,
  TimestampRule,
} from "../model/auth/route-auth.ts";
import { buildSigned, decodeText, isForm } from "./build-signed.ts";
import { decodeKey, encodeText } from "./decode-key.ts";
import { encodeBytes } from "./encode-bytes.ts";
import { parseSigned } from "./parse-signed.ts";

/** What a request is made of before it is signed. */
export interface SignOptions {
  readonly crypto: CryptoPort;
  /** The secret of an `hmac` scheme as the vendor shows it; or what signs, for a private key. */
  readonly key: string | SigningKey;
  readonly body: string | Uint8Array;
  /** When the request is sent, in milliseconds since the epoch. */
  readonly sentAt: number;
  /** The id of the delivery, for schemes that sign one. */
  readonly id?: string;
  /** The URL that the vendor was given, for schemes that sign it. */
  readonly publicUrl?: string;
  /** Default: `POST`. */
  readonly method?: string;
  /** Default: `application/json`. */
  readonly contentType?: string;
  /** Without the question mark. */
  readonly query?: string;
  /** Further headers, by lower-case names, for schemes that sign some. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is to be sent. `query` and `body` differ from those given where the signature stands on them. */
export interface SignedRequest {
  readonly method: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without the question mark; empty where there is none. */
  readonly query: string;
  readonly body: Uint8Array;
}

/** The signed request, or why there is none. */
export type SignResult =
  | ({ readonly ok: true } & SignedRequest)
  /** One sentence that never shows the key. */
  | { readonly ok: false; readonly message: string };

/**
 * Signs a request as the sender of a scheme does. Never throws; a scheme whose `id` or `publicUrl` is
 * missing, and a secret that is not what the scheme wants, are results.
 *
 * @example
 * ```ts
 * const github = PROVIDERS.find(({ id }) => id === "github");
 * const crypto = createWebCrypto(globalThis.crypto.subtle);
 * const options = { crypto, key: secret, body: '{"action":"opened"}', sentAt: Date.now() };
 * const signed = await signRequest(github.signatures[0], options);
 * // { ok: true, method: "POST", headers: { "x-hub-signature-256": "sha256=…", … }, … }
 * ```
 */
export async function signRequest(
  scheme: SignatureScheme,
  options: SignOptions,
): Promise<SignResult> {
  const key = readKey(scheme, options);
  if ("message" in key) return { ok: false, message: key.message };
  const request = await buildRequest(scheme, options);
  const time = textOfTime(scheme.timestamp, options.sentAt);
  const { id, publicUrl } = options;
  const signed = parseSigned(scheme.signed);
  if (!signed.ok) return { ok: false, message: `{${signed.unknown}} cannot be signed.` };
  const parts = buildSigned(signed.parts, { request: authRequest(request), time, id, publicUrl });
  if (parts === undefined) return { ok: false, message: missingPart(scheme, options) };
  const signature = encodeBytes(await key.sign(parts), scheme.encoding);
  const headers = { ...request.headers, ...writeHeaders(scheme, { signature, time, id }) };
  return { ok: true, ...request, headers };
}

function readKey(
  { key: form, algorithm, scheme }: SignatureScheme,
  { key, crypto }: SignOptions,
): SigningKey | { readonly message: string } {
  if (typeof key !== "string") return key;
  if (scheme !== "hmac") return { message: "A public key verifies alone: pass what signs." };
  const decoded = decodeKey(key, { form, algorithm });
  if (!decoded.ok) return { message: `The secret is not what is expected: ${decoded.expected}.` };
  return crypto.hmacKey(algorithm as HmacAlgorithm, decoded.bytes);
}

function missingPart({ signed }: SignatureScheme, { id, publicUrl }: SignOptions): string {
  if (signed.includes("{id}") && id === undefined) return "The signature covers an id: pass one.";
  if (signed.includes("{url}") && publicUrl === undefined) {
    return "The signature covers the public URL of the hook: pass publicUrl.";
  }
  return "The body or the headers lack a part that the signature covers.";
}

async function buildRequest(
  { timestamp, bodyHash }: SignatureScheme,
  options: SignOptions,
): Promise<SignedRequest> {
  const { method = "POST", contentType = "application/json", query = "" } = options;
  const headers = { ...options.headers, "content-type": contentType };
  const given = typeof options.body === "string" ? encodeText(options.body) : options.body;
  const body = timestamp?.json === undefined ? given : writeJsonTime(given, timestamp, options);
  if (bodyHash === undefined || isForm(headers)) return { method, headers, query, body };
  const hash = encodeBytes(await options.crypto.sha256([body]), "hex");
  const separator = query === "" ? "" : "&";
  return { method, headers, query: `${query}${separator}${bodyHash.query}=${hash}`, body };
}

function authRequest({ query, ...request }: SignedRequest): AuthRequest {
  return { ...request, target: query === "" ? "/" : `/?${query}`, receivedAt: 0 };
}

function textOfTime(rule: TimestampRule | undefined, sentAt: number): string | undefined {
  if (rule === undefined) return undefined;
  if (rule.unit === "iso") return new Date(sentAt).toISOString();
  return String(rule.unit === "ms" ? sentAt : Math.floor(sentAt / 1000));
}

/** A body that is not a JSON object stays as it is, and is refused by whoever wants a time in it. */
function writeJsonTime(body: Uint8Array, rule: TimestampRule, { sentAt }: SignOptions): Uint8Array {
  const text = decodeText(body);
  const parsed = text === undefined ? undefined : parseJson(text, body);
  const steps = parsePath(rule.json as string);
  if (!parsed?.ok || steps === undefined) return body;
  const time = textOfTime(rule, sentAt) as string;
  const value = rule.unit === "iso" ? time : Number(time);
  return encodeText(JSON.stringify(withValue(parsed.value, keysFromPath(steps), value)));
}

function withValue(target: unknown, [key, ...rest]: readonly Key[], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof target !== "object" || target === null || Array.isArray(target)) return target;
  const name = String(key);
  const child = Object.hasOwn(target, name) ? Reflect.get(target, name) : {};
  return { ...target, [name]: withValue(child, rest, value) };
}

interface Written {
  readonly signature: string;
  readonly time: string | undefined;
  readonly id: string | undefined;
}

function writeHeaders(
  { signature: place, timestamp, id: idRule }: SignatureScheme,
  { signature, time = "", id }: Written,
): Record<string, string> {
  const { header, prefix = "", pairs, tagged, numbered } = place;
  const [first = ""] = typeof header === "string" ? [header] : header;
  const name = numbered === undefined ? first : `${first}1`;
  const headers: Record<string, string> = { [name]: `${prefix}${signature}` };
  if (tagged !== undefined) headers[name] = `${tagged},${signature}`;
  if (pairs !== undefined) {
    const texts = [`${pairs.key}=${signature}`];
    if (timestamp?.pair !== undefined) texts.unshift(`${timestamp.pair}=${time}`);
    headers[name] = texts.join(pairs.separator);
  }
  if (timestamp?.header !== undefined) headers[timestamp.header] = time;
  if (idRule?.header !== undefined && id !== undefined) headers[idRule.header] = id;
  return headers;
}
