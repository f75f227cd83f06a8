// A token scheme, its keys and a request → whether the token is valid: structure, claims, then the signature.

import type { PromiseOrValue } from "@hookwright/base";
import {
  keysFromPath,
  mapPromise,
  parseJson,
  parsePath,
  readHeader,
  readOwn,
  readPath,
} from "@hookwright/base";
import type {
  AuthFailureCode,
  AuthRequest,
  AuthResult,
  CryptoPort,
  JwtAlgorithm,
  JwtScheme,
} from "../../model.ts";
import { decodeUtf8 } from "../build-signed.ts";
import { bytesMatch, decodeBytes } from "../bytes.ts";
import { settleAll } from "../match-keys.ts";
import { parseMessage } from "../message/parse-message.ts";
import { canonicalQuery, type SignedPaths } from "./canonical-query.ts";
import type { FindKeys, TokenKey } from "./jwt-keys.ts";

/** A scheme ready for requests. */
interface CompiledJwt {
  readonly scheme: JwtScheme;
  readonly leewaySeconds: number;
  readonly findKeys: FindKeys;
  readonly crypto: CryptoPort;
  readonly paths: SignedPaths;
}

export function verifyJwt(compiled: CompiledJwt, request: AuthRequest): PromiseOrValue<AuthResult> {
  const { scheme, leewaySeconds, findKeys } = compiled;
  const text = readText(scheme, request);
  if (text === undefined) return refused("signature_missing");
  const read = readJwt(text, scheme.algorithms);
  if (!read.ok) return refused(read.code);
  const { jwt } = read;
  const { receivedAt } = request;
  const code = checkClaims(jwt.claims, { scheme, leewaySeconds, receivedAt });
  if (code !== undefined) return refused(code);
  return mapPromise(findKeys(jwt, receivedAt), (found) => {
    if (!found.ok) return refused(found.code);
    const checks = found.keys.map((key) => key.verify(jwt.signature, [jwt.signed]));
    return mapPromise(settleAll(checks), (results) => {
      const keyIndex = results.indexOf(true);
      const key = found.keys[keyIndex];
      if (key === undefined) return refused("signature_wrong");
      return mapPromise(checkRequest(compiled, { jwt, key, request }), (wrong) =>
        wrong === undefined ? { ok: true, keyIndex } : refused(wrong),
      );
    });
  });
}

function refused(code: AuthFailureCode): AuthResult {
  return { ok: false, code };
}

/** A prefix such as `Bearer` is accepted in any case. */
function readText({ header, prefix }: JwtScheme, { headers }: AuthRequest): string | undefined {
  const value = readHeader(headers, header);
  const hasPrefix = value?.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase();
  const text = hasPrefix ? value?.slice(prefix.length) : undefined;
  return text === "" ? undefined : text;
}

/** A token whose signature is right, and what it came with. */
interface VerifiedJwt {
  readonly jwt: Jwt;
  readonly key: TokenKey;
  readonly request: AuthRequest;
}

/** A token that does not bind the body could be sent again with another one. */
function checkRequest(
  { scheme, crypto, paths }: CompiledJwt,
  { jwt: { claims }, key: { limit }, request }: VerifiedJwt,
): PromiseOrValue<AuthFailureCode | undefined> {
  const { binds, keyLimit } = scheme;
  const message = readsFields(scheme) ? parseMessage(request.body) : undefined;
  if (keyLimit !== undefined && limit?.has(textAt(message, keyLimit.json)) === false) {
    return "key_refused";
  }
  if (binds === undefined) return undefined;
  const claim = readOwn(claims, binds.claim);
  if (claim === undefined && binds.isOptional) return undefined;
  if (binds.of === "field") {
    const isEqual = typeof claim === "string" && claim === textAt(message, binds.json);
    return isEqual ? undefined : "claim_wrong";
  }
  const sent = typeof claim === "string" ? decodeBytes(claim, "hex") : undefined;
  const bound = binds.of === "body" ? request.body : canonicalQuery(request, paths);
  if (sent === undefined || bound === undefined) return "body_hash_wrong";
  return mapPromise(crypto.sha256([bound]), (hash) =>
    bytesMatch(sent, hash) ? undefined : "body_hash_wrong",
  );
}

/** Whether the check reads fields of the body, which it parses only after the signature is right. */
export function readsFields({ binds, keyLimit }: Pick<JwtScheme, "binds" | "keyLimit">): boolean {
  return binds?.of === "field" || keyLimit !== undefined;
}

/** Undefined for what is not a text. Of a key that is there twice, the last one counts, as in the payload. */
export function textAt(message: unknown, path: string): string | undefined {
  const value = readPath(message, keysFromPath(parsePath(path) as readonly string[]));
  return typeof value === "string" ? value : undefined;
}

interface Jwt {
  /** As the token says, and one of those that are allowed. */
  readonly algorithm: JwtAlgorithm;
  readonly keyId: string | undefined;
  readonly claims: object;
  readonly signature: Uint8Array;
  /** The text that is signed. */
  readonly signed: string;
}

type ReadJwtResult =
  | { readonly ok: true; readonly jwt: Jwt }
  | { readonly ok: false; readonly code: "signature_malformed" | "algorithm_wrong" };

/** Tokens of vendors have about 1 KB. */
const MAX_LENGTH = 8_192;
const MAX_KEY_ID_LENGTH = 256;

/** The compact form, without padding: no other spelling of the same bytes is accepted. */
const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

const MALFORMED: ReadJwtResult = { ok: false, code: "signature_malformed" };
const WRONG_ALGORITHM: ReadJwtResult = { ok: false, code: "algorithm_wrong" };

/**
 * Never throws. Keys and URLs of keys in the header (`jwk`, `jku`, `x5c`, `x5u`) are ignored: with them, a sender
 * could bring its own key. A header with `crit` is refused, because what it requires is not known.
 */
export function readJwt(text: string, allowed: readonly JwtAlgorithm[]): ReadJwtResult {
  const parts = text.length > MAX_LENGTH ? null : COMPACT.exec(text);
  if (parts === null) return MALFORMED;
  const [, head = "", body = "", tail = ""] = parts;
  const header = decodeObject(head);
  const claims = decodeObject(body);
  const signature = decodeBytes(tail, "base64url");
  if (header === undefined || claims === undefined || signature === undefined) return MALFORMED;
  if (Object.hasOwn(header, "crit")) return MALFORMED;
  const algorithm = allowed.find((one) => one === readOwn(header, "alg"));
  if (algorithm === undefined) return WRONG_ALGORITHM;
  const keyId = readOwn(header, "kid");
  if (!isKeyId(keyId)) return MALFORMED;
  return { ok: true, jwt: { algorithm, keyId, claims, signature, signed: `${head}.${body}` } };
}

function isKeyId(keyId: unknown): keyId is string | undefined {
  if (keyId === undefined) return true;
  return typeof keyId === "string" && keyId.length <= MAX_KEY_ID_LENGTH;
}

function decodeObject(part: string): object | undefined {
  const bytes = decodeBytes(part, "base64url");
  const text = bytes === undefined ? undefined : decodeUtf8(bytes);
  const parsed = text === undefined ? undefined : parseJson(text, bytes);
  const value = parsed?.ok ? parsed.value : undefined;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

export interface ClaimsCheck {
  readonly scheme: Pick<JwtScheme, "issuers" | "audiences" | "claims" | "isTimeOptional">;
  /** How far the clocks of the issuer and of this machine may be apart. */
  readonly leewaySeconds: number;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

export function checkClaims(claims: object, check: ClaimsCheck): AuthFailureCode | undefined {
  const { issuers, audiences, claims: wanted } = check.scheme;
  const late = checkTimes(claims, check);
  if (late !== undefined) return late;
  if (issuers.length > 0 && !isOneOf(readOwn(claims, "iss"), issuers)) return "issuer_wrong";
  if (audiences.length > 0 && !isForOne(readOwn(claims, "aud"), audiences)) return "audience_wrong";
  const isAsWanted = ([name, value]: readonly [string, unknown]) => readOwn(claims, name) === value;
  return Object.entries(wanted).every(isAsWanted) ? undefined : "claim_wrong";
}

/** A token without `exp` is valid for as long as a time stamp beside a signature. */
const MAX_AGE_SECONDS = 300;

function checkTimes(claims: object, check: ClaimsCheck): AuthFailureCode | undefined {
  const { leewaySeconds, receivedAt, scheme } = check;
  const times = ["exp", "nbf", "iat"].map((name) => readOwn(claims, name));
  if (!times.every(isTime)) return "timestamp_malformed";
  const [end, start, issued] = times as readonly (number | undefined)[];
  const now = receivedAt / 1000;
  const isFuture = (time: number | undefined) => time !== undefined && time > now + leewaySeconds;
  if (isFuture(start) || isFuture(issued)) return "timestamp_in_future";
  const last = end ?? (issued === undefined ? undefined : issued + MAX_AGE_SECONDS);
  if (last === undefined) return scheme.isTimeOptional ? undefined : "timestamp_missing";
  return now > last + leewaySeconds ? "timestamp_too_old" : undefined;
}

/** A text of digits is not a time: RFC 7519 has numbers. */
function isTime(value: unknown): value is number | undefined {
  return value === undefined || (Number.isFinite(value) && (value as number) >= 0);
}

function isOneOf(value: unknown, texts: readonly string[]): boolean {
  return texts.some((text) => text === value);
}

function isForOne(audience: unknown, audiences: readonly string[]): boolean {
  const all: readonly unknown[] = Array.isArray(audience) ? audience : [audience];
  return all.some((one) => isOneOf(one, audiences));
}
