// A signature scheme and its keys → the check of one request: structure, time, then cryptography.

import type { PromiseOrValue } from "@hookwright/base";
import {
  type Key,
  mapPromise,
  parseJson,
  parseQuery,
  queryOf,
  readHeader,
  readPath,
} from "@hookwright/base";
import type {
  AuthFailureCode,
  AuthRequest,
  AuthResult,
  CryptoPort,
  SignatureEncoding,
  SignatureLocation,
  TimestampRule,
} from "../model.ts";
import type { SignedPart } from "./build-signed.ts";
import {
  buildSigned,
  decodeUtf8,
  hashBody,
  isForm,
  signedTarget,
  unsignedTarget,
} from "./build-signed.ts";
import { bytesMatch, decodeBytes } from "./bytes.ts";
import { checkTimestamp } from "./check-timestamp.ts";
import { matchKeys, type SignedContent, type UsableKeys } from "./match-keys.ts";
import { readSignatures } from "./read-signatures.ts";

/** A scheme ready for requests. */
export interface CompiledScheme {
  readonly place: SignatureLocation;
  readonly encoding: SignatureEncoding;
  /** Bytes of a signature; undefined if it varies, as in DER. */
  readonly signatureBytes: number | undefined;
  readonly parts: readonly SignedPart[];
  readonly signsDigest: boolean;
  readonly timestamp: CompiledTimestamp | undefined;
  readonly idHeader: string | undefined;
  readonly bodyHashQuery: string | undefined;
  readonly publicUrl: string | undefined;
  /** Newest first. */
  readonly keys: UsableKeys;
}

export interface CompiledTimestamp extends Omit<TimestampRule, "json"> {
  readonly json: readonly Key[] | undefined;
}

export interface VerifyContext {
  readonly request: AuthRequest;
  readonly crypto: CryptoPort;
}

/** What is signed of a request, and what else was read of it. */
interface SentRequest extends SignedContent {
  readonly id: string | undefined;
}

export function verifySignature(
  scheme: CompiledScheme,
  { request: arrived, crypto }: VerifyContext,
): PromiseOrValue<AuthResult> {
  const request = asSigned(scheme, arrived);
  return mapPromise(hashBody(scheme.parts, request, crypto), (bodyHash) =>
    verifyRequest(scheme, { request, crypto }, bodyHash),
  );
}

function verifyRequest(
  scheme: CompiledScheme,
  { request, crypto }: VerifyContext,
  bodyHash: string | undefined,
): PromiseOrValue<AuthResult> {
  const sent = readRequest(scheme, request, bodyHash);
  if ("code" in sent) return { ok: false, code: sent.code };
  return mapPromise(checkBodyHash(scheme, request, crypto), (isRight) => {
    if (!isRight) return { ok: false, code: "body_hash_wrong" };
    return mapPromise(digestParts(scheme, sent.parts, crypto), (parts) =>
      mapPromise(matchKeys(scheme, { ...sent, parts }), (index) =>
        resultFromIndex(index, scheme, { sent, request }),
      ),
    );
  });
}

/** What the key signs: the parts, or their hash. */
export function digestParts(
  { signsDigest = false }: { readonly signsDigest?: boolean },
  parts: readonly (string | Uint8Array)[],
  { sha256 }: Pick<CryptoPort, "sha256">,
): PromiseOrValue<readonly (string | Uint8Array)[]> {
  return signsDigest ? mapPromise(sha256(parts), (hash) => [hash]) : parts;
}

/** The request with the query that the signature covers, else with that of the config, if it has one. */
export function asSigned(
  { parts, publicUrl }: Pick<CompiledScheme, "parts" | "publicUrl">,
  request: AuthRequest,
): AuthRequest {
  if (publicUrl === undefined) return request;
  const isSigned = parts.some(({ kind }) => kind === "url" || kind === "query");
  const target = (isSigned ? signedTarget : unsignedTarget)(publicUrl, request.target);
  return target === request.target ? request : { ...request, target };
}

function readRequest(
  scheme: CompiledScheme,
  request: AuthRequest,
  bodyHash: string | undefined,
): SentRequest | { readonly code: AuthFailureCode } {
  const read = readSignatures(request, scheme.place);
  if (!read.ok) return { code: read.code };
  const signatures = decodeAll(read.candidates, scheme);
  if (signatures.length === 0) return { code: "signature_malformed" };
  const time = readTime(scheme, request, read.pairs);
  if (time.code !== undefined) return { code: time.code };
  const id = readId(scheme, request);
  if (id.code !== undefined) return { code: id.code };
  const { publicUrl } = scheme;
  const context = { request, time: time.text, id: id.text, publicUrl, bodyHash };
  const parts = buildSigned(scheme.parts, context);
  if (parts === undefined) return { code: "signed_part_missing" };
  return { parts, signatures, id: id.text };
}

function decodeAll(
  candidates: readonly string[],
  { encoding, signatureBytes }: CompiledScheme,
): readonly Uint8Array[] {
  const decoded: Uint8Array[] = [];
  for (const text of candidates) {
    const bytes = decodeBytes(text, encoding);
    if (bytes === undefined) continue;
    if (signatureBytes === undefined || bytes.length === signatureBytes) decoded.push(bytes);
  }
  return decoded;
}

/** Text that was sent beside the signature, or why the request is refused. */
interface SentText {
  readonly text: string | undefined;
  readonly code: AuthFailureCode | undefined;
}

const NOTHING_SENT: SentText = { text: undefined, code: undefined };

export function readTime(
  { timestamp }: CompiledScheme,
  { headers, receivedAt }: AuthRequest,
  pairs: ReadonlyMap<string, string>,
): SentText {
  if (timestamp === undefined || timestamp.json !== undefined) return NOTHING_SENT;
  const { pair, header = "" } = timestamp;
  const text = pair === undefined ? readHeader(headers, header) : pairs.get(pair);
  return { text, code: checkTimestamp(text, { rule: timestamp, receivedAt }) };
}

export function readId({ idHeader }: CompiledScheme, { headers }: AuthRequest): SentText {
  if (idHeader === undefined) return NOTHING_SENT;
  const text = readHeader(headers, idHeader);
  if (text === undefined) return { text, code: "id_missing" };
  return { text, code: ID.test(text) ? undefined : "id_malformed" };
}

/** No full stop: in `id.time.body` one could move text from one part to the next. */
const ID = /^[\w-]{1,256}$/;

/** A body that is not a form is signed by its hash, which must be in the signed URL. */
function checkBodyHash(
  { bodyHashQuery }: CompiledScheme,
  { target, headers, body }: AuthRequest,
  crypto: CryptoPort,
): PromiseOrValue<boolean> {
  if (bodyHashQuery === undefined) return true;
  const sent = parseQuery(queryOf(target))[bodyHashQuery];
  if (sent === undefined) return isForm(headers);
  const bytes = decodeBytes(sent, "hex");
  if (bytes === undefined) return false;
  return mapPromise(crypto.sha256([body]), (hash) => bytesMatch(bytes, hash));
}

/** A time stamp in the body is checked only after the signature of the body. */
function resultFromIndex(
  keyIndex: number,
  scheme: CompiledScheme,
  { sent, request }: { readonly sent: SentRequest; readonly request: AuthRequest },
): AuthResult {
  if (keyIndex === -1) return { ok: false, code: "signature_wrong" };
  const { timestamp } = scheme;
  if (timestamp?.json !== undefined) {
    const time = readJsonTime(request.body, timestamp.json);
    const code = checkTimestamp(time, { rule: timestamp, receivedAt: request.receivedAt });
    if (code !== undefined) return { ok: false, code };
  }
  return {
    ok: true,
    keyIndex,
    signed: sent.parts,
    target: request.target,
    ...(sent.id !== undefined && { signedId: sent.id }),
  };
}

export function readJsonTime(body: Uint8Array, path: readonly Key[]): string | undefined {
  const text = decodeUtf8(body);
  const parsed = text === undefined ? undefined : parseJson(text, body);
  const value = parsed?.ok ? readPath(parsed.value, path) : undefined;
  return typeof value === "number" || typeof value === "string" ? String(value) : undefined;
}
