// A scheme of tokens, a secret and a request → the request with the token that its sender would put into it.

import { encodeText } from "../decode-key.ts";
import { encodeBytes } from "../encode-bytes.ts";
import { canonicalQuery, pathOfUrl } from "../jwt/canonical-query.ts";
import type { BindingClaim, JwtScheme } from "../model.ts";
import { readHmacKey, type SignOptions, type SignResult } from "./sign-options.ts";

export async function signJwt(scheme: JwtScheme, options: SignOptions): Promise<SignResult> {
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
  const bound = boundPart(scheme.binds, options, { method, query, body });
  const claims = { ...claimsOf(scheme, options), ...(await hashOf(scheme.binds, bound, options)) };
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

function boundPart(
  binds: BindingClaim | undefined,
  { publicUrl }: SignOptions,
  { method, query, body }: BoundRequest,
): string | Uint8Array | undefined {
  if (binds?.of !== "query") return body;
  const publicPath = pathOfUrl(publicUrl as string);
  const request = { method, target: `/?${query}`, headers: {}, body, receivedAt: 0 };
  return canonicalQuery(request, { publicPath, basePath: "" });
}

async function hashOf(
  binds: BindingClaim | undefined,
  bound: string | Uint8Array | undefined,
  { crypto }: SignOptions,
) {
  // A query that cannot be decoded has no hash, and is refused by whoever looks for it.
  if (binds === undefined || bound === undefined) return {};
  return { [binds.claim]: encodeBytes(await crypto.sha256([bound]), "hex") };
}

function encodeObject(value: object): string {
  return encodeBytes(encodeText(JSON.stringify(value)), "base64url");
}
