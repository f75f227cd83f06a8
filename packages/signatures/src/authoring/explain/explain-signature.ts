// What a check of signatures was compiled from, and a request → every step of the check.
import { type HeaderRecord, readHeader } from "@hookwright/base";
import type { AuthRequest, SignatureEncoding, SignatureScheme } from "../../model.ts";
import { buildSigned, hashBody } from "../../serving/build-signed.ts";
import { bytesMatch, decodeBytes } from "../../serving/bytes.ts";
import { checkTimestamp, parseTimestamp } from "../../serving/check-timestamp.ts";
import { compileScheme } from "../../serving/compile-scheme.ts";
import type { DecodedKey } from "../../serving/decode-key.ts";
import { isSentAt, readSignatures, signatureHeaders } from "../../serving/read-signatures.ts";
import {
  asSigned,
  type CompiledScheme,
  digestParts,
  readId,
  readJsonTime,
  readTime,
} from "../../serving/verify-signature.ts";
import { joinParts } from "../../serving/web-crypto.ts";
import { PROVIDERS } from "../../vendors/generated/vendors.ts";
import type {
  CandidateTrace,
  HeaderTrace,
  OtherHeader,
  Sha1Trace,
  SignatureTrace,
  TimeTrace,
} from "./explanation.ts";
import { findGuesses, keysOf, type SignatureInputs } from "./find-guesses.ts";
import { bodyLooks } from "./other-bodies.ts";
import { findHeaderGuesses } from "./other-headers.ts";

export async function explainSignature(
  inputs: SignatureInputs,
  arrived: AuthRequest,
): Promise<SignatureTrace> {
  const { headers } = arrived;
  const sent = inputs.schemes.find(({ signature }) => isSentAt(signature, arrived));
  const scheme = sent ?? (inputs.schemes[0] as SignatureScheme);
  const keys = keysOf(inputs, scheme);
  const compiled = compileScheme(scheme, { ...inputs, keys });
  const request = asSigned(compiled, arrived);
  const { candidates, time, id, parts, traces } = await traceParts(compiled, request, inputs);
  const isRight = traces.some(({ matches }) => matches.includes(true));
  const isSettled = isRight && scheme.bodyHash === undefined;
  const canBeRight = traces.some(({ problem }) => problem === undefined);
  const sha1 = sha1Of(scheme, request);
  const matched = sha1 && (await traceSha1(sha1, { inputs, keys, request }));
  const isLost = matched === undefined ? canBeRight && !isSettled : isWrongSha1(matched);
  const refused = { scheme: sha1?.scheme ?? scheme, keys, request: arrived };
  const found = isLost ? await findGuesses(inputs, refused) : [];
  const isExplained = [found.length > 0, sha1 !== undefined, isRight].includes(true);
  const guesses = isExplained
    ? found
    : await findHeaderGuesses(inputs, { ...refused, candidates, parts });
  return {
    scheme,
    headers: traceHeaders(scheme, headers),
    otherHeaders: sent === undefined && sha1 === undefined ? findOtherHeaders(headers) : [],
    signed: parts && joinParts(parts),
    candidates: traces,
    time: traceTime(compiled, request, time),
    id,
    guesses,
    looks: isLost && guesses.length === 0 ? looksOf(arrived, parts) : [],
    keyFrom: inputs.keyFrom,
    sha1: matched,
  };
}

/** What was sent, what it must have signed, and the comparison of each signature with it. */
async function traceParts(
  compiled: CompiledScheme,
  request: AuthRequest,
  { crypto, publicUrl }: SignatureInputs,
) {
  const read = readSignatures(request, compiled.place);
  const { candidates, pairs } = read.ok ? read : { candidates: [], pairs: new Map() };
  const time = readTime(compiled, request, pairs).text;
  const id = compiled.idHeader === undefined ? undefined : readId(compiled, request);
  const bodyHash = await hashBody(compiled.parts, request, crypto);
  const context = { request, time, id: id?.text, publicUrl, bodyHash };
  const parts = buildSigned(compiled.parts, context);
  const digest = parts && (await digestParts(compiled, parts, crypto));
  // In a list, the time stamp is among the signatures.
  const signatures = candidates.filter((text) => text !== time);
  const traces = await Promise.all(
    signatures.map((text) => traceCandidate(text, { compiled, parts: digest })),
  );
  return { candidates: signatures, time, id, parts, traces };
}

/** Where a part of what is signed is missing, that is the reason, and not the body. */
function looksOf({ body, headers }: AuthRequest, parts: TraceContext["parts"]): readonly string[] {
  return parts === undefined ? [] : bodyLooks(body, headers);
}

/** Header of the pair that the same senders write, and what the older one of it has before the signature. */
const SHA256_HEADER = "x-hub-signature-256";

const SHA1_HEADER = "x-hub-signature";

const SHA1_PREFIX = "sha1=";

interface Sha1Signature {
  readonly scheme: SignatureScheme;
  readonly text: string;
}

/** GitHub and Meta send both headers: if only the older one came, something removed the other. */
function sha1Of(scheme: SignatureScheme, { headers }: AuthRequest): Sha1Signature | undefined {
  const names = signatureHeaders(scheme.signature);
  const value = readHeader(headers, SHA1_HEADER) ?? "";
  if (
    !names.includes(SHA256_HEADER) ||
    names.some((name) => readHeader(headers, name) !== undefined)
  )
    return undefined;
  if (!value.startsWith(SHA1_PREFIX)) return undefined;
  const signature = { header: SHA1_HEADER, prefix: SHA1_PREFIX };
  return {
    scheme: { ...scheme, algorithm: "sha1", signature },
    text: value.slice(SHA1_PREFIX.length),
  };
}

function isWrongSha1({ matches }: Sha1Trace): boolean {
  return matches.length > 0 && !matches.includes(true);
}

interface Sha1Context {
  readonly inputs: SignatureInputs;
  readonly keys: readonly DecodedKey[];
  readonly request: AuthRequest;
}

async function traceSha1(
  { scheme, text }: Sha1Signature,
  { inputs, keys, request }: Sha1Context,
): Promise<Sha1Trace> {
  const compiled = compileScheme(scheme, { ...inputs, keys });
  const { matches } = await traceCandidate(text, { compiled, parts: [request.body] });
  return { header: SHA1_HEADER, missing: SHA256_HEADER, matches };
}

interface TraceContext {
  readonly compiled: CompiledScheme;
  readonly parts: readonly (string | Uint8Array)[] | undefined;
}

const ENCODINGS: readonly SignatureEncoding[] = ["hex", "base64", "base64url"];

async function traceCandidate(
  text: string,
  { compiled: { encoding, signatureBytes, keys }, parts }: TraceContext,
): Promise<CandidateTrace> {
  const bytes = decodeBytes(text, encoding);
  const hasLength = (decoded: Uint8Array | undefined) =>
    decoded !== undefined && decoded.length === (signatureBytes ?? decoded.length);
  const fits = ENCODINGS.filter((one) => hasLength(decodeBytes(text, one)));
  if (bytes === undefined) return { text, problem: "encoding", fits, matches: [] };
  if (!hasLength(bytes)) return { text, problem: "length", fits, matches: [] };
  if (parts === undefined) return { text, problem: undefined, fits, matches: [] };
  const matches =
    keys.kind === "hmac"
      ? keys.keys.map(async (key) => bytesMatch(bytes, await key.sign(parts)))
      : keys.keys.map((key) => key.verify(bytes, parts));
  return { text, problem: undefined, fits, matches: await Promise.all(matches) };
}

function traceHeaders(scheme: SignatureScheme, headers: HeaderRecord): readonly HeaderTrace[] {
  const { signature, timestamp, id } = scheme;
  const names = signatureHeaders(signature);
  const sent = names.filter((name) => readHeader(headers, name) !== undefined);
  const others = [timestamp?.header, id?.header].filter((name) => name !== undefined);
  const wanted = sent.length === 0 ? names.slice(0, 2) : sent;
  return [...new Set([...wanted, ...others])].map((name) => {
    const written = headers[name];
    const value = readHeader(headers, name);
    const times = Array.isArray(written) ? written.length : Number(value !== undefined);
    return { name, value, times };
  });
}

/** A wrong provider, or a proxy that renames headers. */
function findOtherHeaders(headers: HeaderRecord): readonly OtherHeader[] {
  return Object.keys(headers).flatMap((name) => {
    const providers = PROVIDERS.filter(({ signatures = [] }) =>
      signatures.some(({ signature }) => signatureHeaders(signature).includes(name)),
    ).map(({ id }) => id);
    return providers.length === 0 ? [] : [{ name, providers }];
  });
}

function traceTime(
  { timestamp }: CompiledScheme,
  { body, receivedAt }: AuthRequest,
  sent: string | undefined,
): TimeTrace | undefined {
  if (timestamp === undefined || timestamp.isUnchecked) return undefined;
  const { unit, toleranceSeconds, json } = timestamp;
  const text = json === undefined ? sent : readJsonTime(body, json);
  const sentAt = text === undefined ? undefined : parseTimestamp(text, timestamp);
  return {
    text,
    sentAt,
    ageSeconds: sentAt === undefined ? undefined : (receivedAt - sentAt) / 1000,
    toleranceSeconds,
    unit,
    code: checkTimestamp(text, { rule: timestamp, receivedAt }),
  };
}
