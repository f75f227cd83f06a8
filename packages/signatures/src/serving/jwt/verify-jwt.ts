// A token scheme, its keys and a request → whether the token is valid: structure, claims, then the signature.

import type { PromiseOrValue } from "@hookwright/base";
import { mapPromise, readHeader, readOwn } from "@hookwright/base";
import type {
  AuthFailureCode,
  AuthRequest,
  AuthResult,
  BindingClaim,
  CryptoPort,
  JwtScheme,
} from "../../model.ts";
import { bytesMatch, decodeBytes } from "../bytes.ts";
import { settleAll } from "../match-keys.ts";
import { canonicalQuery, type SignedPaths } from "./canonical-query.ts";
import { checkClaims } from "./check-claims.ts";
import type { FindKeys } from "./jwt-keys.ts";
import { type Jwt, readJwt } from "./read-jwt.ts";

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
      if (keyIndex === -1) return refused("signature_wrong");
      return mapPromise(checkBinding(compiled, jwt, request), (wrong) =>
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

/** A token that does not bind the body could be sent again with another one. */
function checkBinding(
  { scheme: { binds }, crypto, paths }: CompiledJwt,
  { claims }: Jwt,
  request: AuthRequest,
): PromiseOrValue<AuthFailureCode | undefined> {
  if (binds === undefined) return undefined;
  const claim = readOwn(claims, binds.claim);
  if (claim === undefined && binds.isOptional) return undefined;
  const sent = typeof claim === "string" ? decodeBytes(claim, "hex") : undefined;
  const bound = boundPart(binds, request, paths);
  if (sent === undefined || bound === undefined) return "body_hash_wrong";
  return mapPromise(crypto.sha256([bound]), (hash) =>
    bytesMatch(sent, hash) ? undefined : "body_hash_wrong",
  );
}

function boundPart(
  { of }: BindingClaim,
  request: AuthRequest,
  paths: SignedPaths,
): string | Uint8Array | undefined {
  return of === "body" ? request.body : canonicalQuery(request, paths);
}
