// What a check of signatures was compiled from, and a request → every step of the check.
import { type HeaderRecord, queryOf, readHeader } from "@hookwright/base";
import type {
  AuthRequest,
  CheckInputs,
  KeyForm,
  SignatureEncoding,
  SignatureScheme,
} from "../../model.ts";
import { buildSigned } from "../../serving/build-signed.ts";
import { bytesMatch, decodeBytes } from "../../serving/bytes.ts";
import { checkTimestamp, parseTimestamp } from "../../serving/check-timestamp.ts";
import { compileScheme } from "../../serving/compile-scheme.ts";
import { type DecodedKey, decodeKey, encodeText } from "../../serving/decode-key.ts";
import { readSignatures, signatureHeaders } from "../../serving/read-signatures.ts";
import { isSentAt } from "../../serving/verify-alternatives.ts";
import {
  asSigned,
  type CompiledScheme,
  readId,
  readJsonTime,
  readTime,
  verifySignature,
} from "../../serving/verify-signature.ts";
import { joinParts } from "../../serving/web-crypto.ts";
import { PROVIDERS } from "../../vendors/generated/vendors.ts";
import type {
  CandidateTrace,
  Guess,
  GuessFix,
  HeaderTrace,
  OtherHeader,
  Sha1Trace,
  SignatureTrace,
  TimeTrace,
} from "./explanation.ts";
import { bodyLooks, otherBodies } from "./other-bodies.ts";

export async function explainSignature(
  inputs: SignatureInputs,
  arrived: AuthRequest,
): Promise<SignatureTrace> {
  const { headers } = arrived;
  const sent = inputs.schemes.find(({ signature }) => isSentAt(signature, headers));
  const scheme = sent ?? (inputs.schemes[0] as SignatureScheme);
  const keys = inputs.secrets().flatMap((text) => keyOf(text, scheme));
  const compiled = compileScheme(scheme, { ...inputs, keys });
  const request = asSigned(compiled, arrived);
  const read = readSignatures(headers, scheme.signature);
  const { candidates, pairs } = read.ok ? read : { candidates: [], pairs: new Map() };
  const time = readTime(compiled, request, pairs).text;
  const id = compiled.idHeader === undefined ? undefined : readId(compiled, request);
  const { publicUrl } = inputs;
  const parts = buildSigned(compiled.parts, { request, time, id: id?.text, publicUrl });
  const traces = await Promise.all(
    candidates.map((text) => traceCandidate(text, { compiled, parts })),
  );
  const isRight = traces.some(({ matches }) => matches.includes(true));
  const canBeRight = traces.some(({ problem }) => problem === undefined);
  const sha1 = sha1Of(scheme, request);
  const matched = sha1 && (await traceSha1(sha1, { inputs, keys, request }));
  const checked = sha1?.scheme ?? scheme;
  const isLost =
    sha1 === undefined
      ? canBeRight && !(isRight && scheme.bodyHash === undefined)
      : matched?.matches.includes(false) === true && !matched.matches.includes(true);
  const guesses = isLost
    ? await findGuesses(inputs, { scheme: checked, keys, request: arrived })
    : [];
  return {
    scheme,
    headers: traceHeaders(scheme, headers),
    otherHeaders: sent === undefined && sha1 === undefined ? findOtherHeaders(headers) : [],
    signed: parts && joinParts(parts),
    candidates: traces,
    time: traceTime(compiled, request, time),
    id,
    guesses,
    looks: isLost && guesses.length === 0 ? bodyLooks(arrived.body, headers) : [],
    keyFrom: inputs.keyFrom,
    sha1: matched,
  };
}

function keyOf(text: string, { key: form, algorithm }: SignatureScheme): readonly DecodedKey[] {
  const key = decodeKey(text, { form, algorithm });
  return key.ok ? [key] : [];
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
  if (timestamp === undefined) return undefined;
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

type SignatureInputs = Extract<CheckInputs, { readonly kind: "signature" }>;

interface RefusedRequest {
  readonly scheme: SignatureScheme;
  readonly keys: readonly DecodedKey[];
  readonly request: AuthRequest;
}

/** One thing changed at a time: two mistakes at once are not found. */
interface Variant {
  readonly guess: Guess;
  readonly keys?: readonly DecodedKey[];
  readonly request?: AuthRequest;
  readonly publicUrl?: string;
}

/** A request whose signature is wrong → what the signature would be right for: mistakes that people make. */
async function findGuesses(
  inputs: SignatureInputs,
  { scheme, keys, request }: RefusedRequest,
): Promise<readonly Guess[]> {
  const { crypto, publicUrl } = inputs;
  const found: Guess[] = [];
  for (const variant of listVariants(inputs, { scheme, keys, request })) {
    const { guess, ...changed } = variant;
    const compiled = compileScheme(anyTime(scheme), { crypto, keys, publicUrl, ...changed });
    const sent = changed.request ?? request;
    const { ok } = await verifySignature(compiled, { request: sent, crypto });
    if (ok) found.push(guess);
  }
  return found;
}

/** The time is checked separately. */
function anyTime({ timestamp, ...scheme }: SignatureScheme): SignatureScheme {
  const toleranceSeconds = Number.POSITIVE_INFINITY;
  return timestamp === undefined
    ? scheme
    : { ...scheme, timestamp: { ...timestamp, toleranceSeconds } };
}

function listVariants(
  { secrets, publicUrl }: SignatureInputs,
  { scheme, keys, request }: RefusedRequest,
): readonly Variant[] {
  const bodies = otherBodies(request.body).map(
    ({ what, body }): Variant => ({
      guess: { of: "body", what, fix: "capture" },
      request: { ...request, body },
    }),
  );
  const known = keys.map(({ bytes }) => bytes);
  const ownKeys = scheme.scheme === "hmac" ? otherKeys(secrets(), known) : [];
  const urls =
    publicUrl !== undefined && scheme.signed.includes("{url}") ? otherUrls(publicUrl, request) : [];
  return [
    ...bodies,
    ...ownKeys.map(
      ({ bytes, ...rest }): Variant => ({
        guess: { of: "secret", ...rest },
        keys: [{ bytes, form: "raw" }],
      }),
    ),
    ...urls.map(
      ({ what, url, target, fix }): Variant => ({
        guess: { of: "url", what, fix, ...(fix === "publicUrl" && { publicUrl: url }) },
        publicUrl: url,
        request: { ...request, target },
      }),
    ),
  ];
}

interface OtherKey {
  /** Does not show the secret. */
  readonly what: string;
  readonly bytes: Uint8Array;
  readonly fix: GuessFix;
  /** That reads the secret so; absent where none does. */
  readonly key?: KeyForm;
}

interface OtherForm {
  readonly what: string;
  readonly read: (text: string) => Uint8Array | undefined;
  readonly fix: GuessFix;
  readonly key?: KeyForm;
}

const withoutPrefix = (text: string) => text.replace(/^(?:v1,)?whsec_/, "");

const FORMS: readonly OtherForm[] = [
  { what: "read as text, as it is", read: encodeText, fix: "key", key: "utf8" },
  {
    what: "read as text, without whsec_",
    read: (text) => encodeText(withoutPrefix(text)),
    fix: "key-without-prefix",
    key: "utf8",
  },
  {
    what: "read as base64",
    read: (text) => decodeBytes(withoutPrefix(text), "base64"),
    fix: "key",
    key: "base64",
  },
  {
    what: "read as base64url",
    read: (text) => decodeBytes(withoutPrefix(text), "base64url"),
    fix: "key-as-base64",
    key: "base64",
  },
  { what: "read as hexadecimal", read: (text) => decodeBytes(text, "hex"), fix: "key", key: "hex" },
  {
    what: "with a line feed after it",
    read: (text) => encodeText(`${text}\n`),
    fix: "white-space",
  },
  { what: "with a space after it", read: (text) => encodeText(`${text} `), fix: "white-space" },
  { what: "with a blank before it", read: (text) => encodeText(` ${text}`), fix: "white-space" },
];

/** `known`: the keys that were tried. */
function otherKeys(secrets: readonly string[], known: readonly Uint8Array[]): readonly OtherKey[] {
  const tried = [...known];
  const keys: OtherKey[] = [];
  for (const [index, text] of secrets.entries()) {
    for (const { what, read, fix, key: form } of FORMS) {
      const bytes = read(text);
      if (bytes === undefined || bytes.length === 0) continue;
      if (tried.some((one) => bytesMatch(one, bytes))) continue;
      tried.push(bytes);
      // The form base64 has no whsec_ before it.
      const key = form === "base64" && text !== withoutPrefix(text) ? "whsec" : form;
      keys.push({ what: `secret ${index + 1} ${what}`, bytes, fix, ...(key && { key }) });
    }
  }
  return keys;
}

interface OtherUrl {
  readonly what: string;
  readonly url: string;
  /** Of the request: with another query where the one that arrived was not signed. */
  readonly target: string;
  readonly fix: GuessFix;
}

/** The public URL of a hook, and a request → URLs that the vendor may have been given instead. */
function otherUrls(publicUrl: string, request: AuthRequest): readonly OtherUrl[] {
  const { target } = request;
  const path = pathOf(target);
  const originals = readTexts(request, ORIGINAL_TARGETS).filter((text) => text.startsWith("/"));
  const urls = listUrls(publicUrl, { request, paths: [path, ...originals.map(pathOf)] });
  const all = urls.map(
    (url): OtherUrl => ({ what: `the URL ${url}`, url, target, fix: "publicUrl" }),
  );
  const others = all.filter(({ url }) => url !== publicUrl);
  const query = queryOf(target);
  const queries = ["", ...originals.map(queryOf)].filter((other) => other !== query);
  const changed = [...new Set(queries)].flatMap((other) =>
    urls.map((url): OtherUrl => {
      const what = `the URL ${url} ${other === "" ? "without the query of the request" : "with the query that the proxy was sent"}`;
      return { what, url, target: other === "" ? path : `${path}?${other}`, fix: "query" };
    }),
  );
  return [...others, ...changed];
}

/** What the sender or a proxy says: good enough for a guess, and for nothing else. */
const HOSTS = ["x-forwarded-host", "x-original-host", "host"];

const ORIGINAL_TARGETS = ["x-forwarded-uri", "x-original-uri", "x-original-url"];

/** Of one header. All are combined, each combination costs a signature, and a request may hold any number. */
const MAX_TEXTS = 2;

interface Captured {
  readonly request: AuthRequest;
  /** Of the URL as the vendor may know it. */
  readonly paths: readonly string[];
}

function listUrls(publicUrl: string, { request, paths }: Captured): readonly string[] {
  const [, origin, path, query] = split(publicUrl);
  const origins = [origin, ...hostsOf(request).map((host) => `https://${host}`)];
  const prefixes = readTexts(request, ["x-forwarded-prefix"]).map((text) =>
    text.replace(/\/$/, ""),
  );
  const prefixed = prefixes.flatMap((prefix) => paths.map((one) => `${prefix}${one}`));
  const all = [`${path}${query}`, path, ...paths, ...prefixed];
  const urls = all.flatMap((one) => origins.map((start) => `${start}${one}`));
  return [...new Set(urls.flatMap((url) => [url, otherScheme(url)].flatMap(spellings)))];
}

function hostsOf(request: AuthRequest): readonly string[] {
  const forwarded = readHeader(request.headers, "forwarded") ?? "";
  const named = [...forwarded.matchAll(/\bhost="?([^\s",;]+)/gi)].slice(0, MAX_TEXTS);
  const hosts = [...named.map(([, host]) => host as string), ...readTexts(request, HOSTS)];
  const ports = readTexts(request, ["x-forwarded-port"]);
  const ported = hosts
    .filter((host) => !/:\d+$/.test(host))
    .flatMap((host) => ports.map((port) => `${host}:${port}`));
  return [...hosts, ...ported].filter((host) => /^[\w.[\]:-]+$/.test(host));
}

/** Each proxy adds its own after a comma. */
function readTexts({ headers }: AuthRequest, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const items = (readHeader(headers, name) ?? "").split(",").map((item) => item.trim());
    return items.filter((item) => item !== "").slice(0, MAX_TEXTS);
  });
}

function pathOf(target: string): string {
  return target.split("?", 1)[0] as string;
}

function otherScheme(url: string): string {
  return /^https:/i.test(url) ? `http${url.slice(5)}` : `https${url.slice(4)}`;
}

/** Matches every text, so that each part is there. */
const PARTS = /^(\w*:?\/*[^/?]*)([^?]*)(.*)$/s;

function split(url: string): readonly [string, string, string, string] {
  return PARTS.exec(url) as unknown as [string, string, string, string];
}

/** With and without a slash at the end of the path, and a port. */
function spellings(url: string): readonly string[] {
  const [, origin, path, query] = split(url);
  const bare = path.replace(/\/$/, "");
  const ported = /:\d+$/.test(origin)
    ? origin.replace(/:\d+$/, "")
    : `${origin}:${/^https/i.test(origin) ? 443 : 80}`;
  return [origin, ported].flatMap((one) => [`${one}${bare}${query}`, `${one}${bare}/${query}`]);
}
