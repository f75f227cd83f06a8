// How a sender signs, a key and a body → the request as the vendor would send it, signed.
import { isRecord, type Key, keysFromPath, parseJson, parsePath, readOwn } from "@hookwright/base";
import type {
  AuthRequest,
  BindingClaim,
  CryptoPort,
  HmacAlgorithm,
  JwtScheme,
  KeyForm,
  MessageScheme,
  SignatureScheme,
  SigningKey,
  TimestampRule,
} from "../model.ts";
import { buildSigned, decodeUtf8, hashBody, isForm, parseSigned } from "../serving/build-signed.ts";
import { encodeBytes } from "../serving/bytes.ts";
import { decodeKey, encodeText } from "../serving/decode-key.ts";
import { canonicalQuery, pathOfUrl } from "../serving/jwt/canonical-query.ts";
import { textAt } from "../serving/jwt/verify-jwt.ts";
import { parseMessage } from "../serving/message/parse-message.ts";
import { adyenText } from "../serving/message/verify-adyen.ts";
import { digestParts } from "../serving/verify-signature.ts";

/**
 * Signs a request as the sender of a scheme does. Never throws; a scheme whose `id` or `publicUrl` is
 * missing, a secret that is not what the scheme wants, and a scheme whose keys only the vendor has, are
 * results.
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
export async function signRequest(scheme: SenderScheme, options: SignOptions): Promise<SignResult> {
  if (typeof scheme === "string") return signMessage(scheme, options);
  return scheme.scheme === "jwt" ? signJwt(scheme, options) : signParts(scheme, options);
}

async function signParts(scheme: SignatureScheme, options: SignOptions): Promise<SignResult> {
  const key = readKey(scheme, options);
  if ("message" in key) return { ok: false, message: key.message };
  const request = await buildRequest(scheme, options);
  const time = textOfTime(scheme.timestamp, options.sentAt);
  const { id, publicUrl } = options;
  const signed = parseSigned(scheme.signed);
  if (!signed.ok) return { ok: false, message: `{${signed.unknown}} cannot be signed.` };
  const bodyHash = await hashBody(signed.parts, request, options.crypto);
  const context = { request: authRequest(request), time, id, publicUrl, bodyHash };
  const parts = buildSigned(signed.parts, context);
  if (parts === undefined) return { ok: false, message: missingPart(scheme, options) };
  const digest = await digestParts(scheme, parts, options.crypto);
  const signature = encodeBytes(await key.sign(digest), scheme.encoding);
  const headers = { ...request.headers, ...writeHeaders(scheme, { signature, time, id }) };
  const { form } = scheme.signature;
  if (form === undefined) return { ok: true, ...request, headers };
  const text = writeSignature(scheme, { signature, time, id });
  const field = `${encodeURIComponent(form)}=${encodeURIComponent(text)}`;
  return { ok: true, ...request, headers, body: withField(request.body, field) };
}

/** In the place of an earlier one: a field that came twice is refused. */
function withField(body: Uint8Array, field: string): Uint8Array {
  const name = field.slice(0, field.indexOf("=") + 1);
  const pairs = (decodeUtf8(body) ?? "").split("&");
  const others = pairs.filter((pair) => pair !== "" && !pair.startsWith(name));
  return encodeText([...others, field].join("&"));
}

function readKey(
  scheme: SignatureScheme,
  options: SignOptions,
): SigningKey | { readonly message: string } {
  if (typeof options.key !== "string") return options.key;
  if (scheme.scheme !== "hmac") {
    return { message: "A public key only verifies: pass a signing key." };
  }
  const { key, algorithm } = scheme;
  return readHmacKey(options, { key, algorithm: algorithm as HmacAlgorithm });
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
  if (rule.unit === "iso") {
    const time = new Date(sentAt).toISOString();
    return rule.withoutZone ? time.replace("Z", "") : time;
  }
  return String(rule.unit === "ms" ? sentAt : Math.floor(sentAt / 1000));
}

/** A body that is not a JSON object stays as it is, and the receiver refuses it for its missing time. */
function writeJsonTime(body: Uint8Array, rule: TimestampRule, { sentAt }: SignOptions): Uint8Array {
  const text = decodeUtf8(body);
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
  scheme: SignatureScheme,
  { signature, time = "", id }: Written,
): Record<string, string> {
  const { signature: place, timestamp, id: idRule } = scheme;
  const { header, numbered } = place;
  const [first = ""] = typeof header === "string" ? [header] : header;
  const name = numbered === undefined ? first : `${first}1`;
  const headers: Record<string, string> = {};
  if (place.form === undefined) headers[name] = writeSignature(scheme, { signature, time, id });
  if (timestamp?.header !== undefined) headers[timestamp.header] = time;
  if (idRule?.header !== undefined && id !== undefined) headers[idRule.header] = id;
  return headers;
}

/** What is in the header of the signature, or in its field. */
function writeSignature(
  { signature: { prefix = "", pairs, tagged, list }, timestamp }: SignatureScheme,
  { signature, time = "" }: Written,
): string {
  if (tagged !== undefined) return `${tagged},${signature}`;
  const sent = `${prefix}${signature}`;
  const { pair } = timestamp ?? {};
  if (list)
    return pair === undefined ? sent : [sent].toSpliced(Number(pair) - 1, 0, time).join(",");
  if (pairs === undefined) return sent;
  const { separator, equals = "=", key } = pairs;
  const texts = [`${key === "*" ? "key" : key}${equals}${signature}`];
  if (pair !== undefined) texts.unshift(`${pair}${equals}${time}`);
  return texts.join(separator);
}

/** A scheme of tokens, a secret and a request → the request with the token that its sender would put into it. */
async function signJwt(scheme: JwtScheme, options: SignOptions): Promise<SignResult> {
  if (!scheme.algorithms.includes("HS256")) {
    return { ok: false, message: "Nobody but the sender has the private key of its tokens." };
  }
  if (scheme.binds?.of === "query" && options.publicUrl === undefined) {
    return { ok: false, message: "The token covers the path of the hook: pass publicUrl." };
  }
  const key = readHmacKey(options, { key: "utf8", algorithm: "sha256" });
  if ("message" in key) return { ok: false, message: key.message };
  const { method = "POST", contentType = "application/json", query = "" } = options;
  const body = typeof options.body === "string" ? encodeText(options.body) : options.body;
  const bound = await bindingOf(scheme.binds, options, { method, query, body });
  const claims = { ...claimsOf(scheme, options), ...bound };
  const signed = `${encodeObject({ alg: "HS256", typ: "JWT" })}.${encodeObject(claims)}`;
  const token = `${signed}.${encodeBytes(await key.sign([signed]), "base64url")}`;
  const { header, prefix } = scheme;
  const headers = {
    ...options.headers,
    "content-type": contentType,
    [header]: `${prefix}${token}`,
  };
  return { ok: true, method, headers, query, body };
}

/** Senders whose tokens need no time write none. */
function claimsOf({ issuers, audiences, claims, isTimeOptional }: JwtScheme, options: SignOptions) {
  const [iss] = issuers;
  const [aud] = audiences;
  return {
    ...(iss !== undefined && { iss }),
    ...(aud !== undefined && { aud }),
    ...(!isTimeOptional && { iat: Math.floor(options.sentAt / 1000) }),
    ...claims,
    ...options.claims,
  };
}

interface BoundRequest {
  readonly method: string;
  readonly query: string;
  readonly body: Uint8Array;
}

/** A query that cannot be decoded has no hash, and a missing field no text: the receiver refuses such a request. */
async function bindingOf(
  binds: BindingClaim | undefined,
  { publicUrl, crypto }: SignOptions,
  { method, query, body }: BoundRequest,
) {
  if (binds === undefined) return {};
  if (binds.of === "field") return { [binds.claim]: textAt(parseMessage(body), binds.json) };
  const request = { method, target: `/?${query}`, headers: {}, body, receivedAt: 0 };
  const bound =
    binds.of === "body"
      ? body
      : canonicalQuery(request, { publicPath: pathOfUrl(publicUrl as string), basePath: "" });
  return bound && { [binds.claim]: encodeBytes(await crypto.sha256([bound]), "hex") };
}

function encodeObject(value: object): string {
  return encodeBytes(encodeText(JSON.stringify(value)), "base64url");
}

/** A sentence says what is missing. */
type SignedMessage = object | string;

/** A vendor that signs inside of its message, a secret and a message in JSON → the message with its signatures. */
async function signMessage(scheme: MessageScheme, options: SignOptions): Promise<SignResult> {
  if (scheme === "sns") {
    return { ok: false, message: "Nobody but Amazon has the private key of these messages." };
  }
  const form = scheme === "adyen" ? "hex" : "utf8";
  const key = readHmacKey(options, { key: form, algorithm: "sha256" });
  if ("message" in key) return { ok: false, message: key.message };
  const { method = "POST", contentType = "application/json", query = "" } = options;
  const given = typeof options.body === "string" ? encodeText(options.body) : options.body;
  const message = parseMessage(given);
  const signed = await SIGNERS[scheme](isRecord(message) ? message : {}, { key, options });
  if (typeof signed === "string") return { ok: false, message: signed };
  const headers = { ...options.headers, "content-type": contentType };
  return { ok: true, method, headers, query, body: encodeText(JSON.stringify(signed)) };
}

interface Signer {
  readonly key: SigningKey;
  readonly options: SignOptions;
}

const SIGNERS = { mailgun: signMailgun, adyen: signAdyen };

/** As many hexadecimal digits as the tokens of Mailgun have. */
const TOKEN_LENGTH = 50;

/** The token follows from the id: who sends an id again sends its token again. */
async function signMailgun(message: object, { key, options }: Signer): Promise<SignedMessage> {
  const { id, sentAt, crypto } = options;
  if (id === undefined) return "The signature covers an id: pass one.";
  const timestamp = String(Math.floor(sentAt / 1000));
  const token = encodeBytes(await crypto.sha256([id]), "hex").slice(0, TOKEN_LENGTH);
  const signature = encodeBytes(await key.sign([`${timestamp}${token}`]), "hex");
  return { ...message, signature: { timestamp, token, signature } };
}

const NO_ITEMS =
  "The body is not a message of Adyen: notificationItems has no items that can be signed.";

async function signAdyen(message: object, { key }: Signer): Promise<SignedMessage> {
  const list = readOwn(message, "notificationItems");
  if (!Array.isArray(list) || list.length === 0) return NO_ITEMS;
  const items: object[] = [];
  for (const element of list) {
    const item = readOwn(element, "NotificationRequestItem");
    const text = isRecord(item) ? adyenText(item) : undefined;
    if (text === undefined) return NO_ITEMS;
    const hmacSignature = encodeBytes(await key.sign([text]), "base64");
    const given = readOwn(item, "additionalData");
    const additionalData = { ...(isRecord(given) ? given : {}), hmacSignature };
    items.push({ NotificationRequestItem: { ...(item as object), additionalData } });
  }
  return { ...message, notificationItems: items };
}

/** Every way in which a sender signs. */
export type SenderScheme = SignatureScheme | JwtScheme | MessageScheme;

/** What a request is made of before it is signed. */
export interface SignOptions {
  readonly crypto: CryptoPort;
  /** The secret as the vendor shows it; or what signs, for a private key. */
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
  /** Claims of a token, beside its issuer, its time and its hash of the request. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** What is to be sent. `query` and `body` differ from the given ones if they have the signature. */
export interface SignedRequest {
  readonly method: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without the question mark; may be empty. */
  readonly query: string;
  readonly body: Uint8Array;
}

/** The signed request, or why it cannot be signed. */
export type SignResult =
  | ({ readonly ok: true } & SignedRequest)
  /** One sentence that never shows the key. */
  | { readonly ok: false; readonly message: string };

/** A secret that is not in its form is a sentence, which does not show it. */
function readHmacKey(
  { key, crypto }: SignOptions,
  how: { readonly key: KeyForm; readonly algorithm: HmacAlgorithm },
): SigningKey | { readonly message: string } {
  if (typeof key !== "string") return key;
  const decoded = decodeKey(key, { form: how.key, algorithm: how.algorithm });
  if (!decoded.ok) return { message: `The secret is not what is expected: ${decoded.expected}.` };
  return crypto.hmacKey(how.algorithm, decoded.bytes);
}
