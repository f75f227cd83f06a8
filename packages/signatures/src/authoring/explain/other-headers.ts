// A request whose signature header is missing, unreadable or wrong → headers, values and vendors for which it is right.
import { type HeaderRecord, readHeader } from "@hookwright/base";
import type { SignatureScheme } from "../../model.ts";
import { encodeBytes } from "../../serving/bytes.ts";
import { compileScheme } from "../../serving/compile-scheme.ts";
import { isSentAt, signatureHeaders } from "../../serving/read-signatures.ts";
import { PROVIDERS } from "../../vendors/generated/vendors.ts";
import type { Guess } from "./explanation.ts";
import { isRight, keysOf, type RefusedRequest, type SignatureInputs } from "./find-guesses.ts";

interface SentSignature extends RefusedRequest {
  /** Texts that may be the signature. */
  readonly candidates: readonly string[];
  /** What must be signed; undefined if a part of it is missing. */
  readonly parts: readonly (string | Uint8Array)[] | undefined;
}

/** The first kind of mistake that explains the request. */
export async function findHeaderGuesses(
  inputs: SignatureInputs,
  sent: SentSignature,
): Promise<readonly Guess[]> {
  for (const find of [findDamaged, findChanged, findRenamed, findProviders, findTokens]) {
    const found = await find(inputs, sent);
    if (found.length > 0) return found;
  }
  return [];
}

/** So much of a signature is not there by chance. */
const MIN_CHARACTERS = 12;

/** A signature that lacks a part, or whose letters have another case. */
async function findDamaged(
  { crypto, publicUrl }: SignatureInputs,
  { scheme, keys, candidates, parts }: SentSignature,
): Promise<readonly Guess[]> {
  const compiled = compileScheme(scheme, { crypto, publicUrl, keys });
  if (compiled.keys.kind !== "hmac" || parts === undefined) return [];
  for (const key of compiled.keys.keys) {
    const right = encodeBytes(await key.sign(parts), scheme.encoding);
    for (const text of candidates) {
      const what = damageOf(text, right);
      if (what !== undefined) return [{ of: "header", what, fix: "header" }];
    }
  }
  return [];
}

function damageOf(text: string, right: string): string | undefined {
  if (text.length < MIN_CHARACTERS || text === right) return undefined;
  const lost = right.length - text.length;
  const whole = `a signature of ${right.length} characters`;
  if (right.startsWith(text)) return `${whole}, the last ${lost} of which did not arrive`;
  if (right.endsWith(text)) return `${whole}, the first ${lost} of which did not arrive`;
  const isSame = text.toLowerCase() === right.toLowerCase();
  return isSame ? "the signature with other upper and lower case letters" : undefined;
}

/** The value of the signature header, changed in the ways in which proxies and programs change it. */
async function findChanged(
  inputs: SignatureInputs,
  { scheme, keys, request }: SentSignature,
): Promise<readonly Guess[]> {
  const { headers } = request;
  const names = signatureHeaders(scheme.signature).filter((name) => isText(headers[name]));
  for (const name of names) {
    for (const [what, value] of otherValues(headers[name] as string, scheme)) {
      const changed = { ...request, headers: { ...headers, [name]: value } };
      if (await isRight(inputs, { scheme, keys, request: changed })) {
        return [{ of: "header", what: `the header ${name} ${what}`, fix: "header" }];
      }
    }
  }
  return [];
}

const isText = (value: unknown): value is string => typeof value === "string";

function otherValues(
  value: string,
  { signature: { prefix, tagged } }: SignatureScheme,
): readonly (readonly [what: string, value: string])[] {
  const start = prefix ?? (tagged === undefined ? "" : `${tagged},`);
  const bare = value.slice(value.lastIndexOf("=", value.length - 3) + 1);
  return [
    ["with its percent escapes decoded", decodePercents(value)],
    ["with + in place of each space", value.replaceAll(" ", "+")],
    ["without the quotation marks around it", value.replace(/^(["'])(.*)\1$/, "$2")],
    [`with "${start}" before it`, start + value],
    [`with "${start}" in place of its own beginning`, start + bare],
    ["written in base64, not in base64url", value.replaceAll("-", "+").replaceAll("_", "/")],
  ];
}

function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** More than any sender and proxy write; each costs a signature. */
const MAX_HEADERS = 100;

/** Headers that arrived under another name. */
async function findRenamed(
  inputs: SignatureInputs,
  { request }: SentSignature,
): Promise<readonly Guess[]> {
  const { headers } = request;
  for (const scheme of inputs.schemes) {
    const keys = keysOf(inputs, scheme);
    const missing = namesOf(scheme).filter((name) => readHeader(headers, name) === undefined);
    for (const renames of listRenames(missing, headers)) {
      const changed = Object.fromEntries(renames.map(([to, from]) => [to, headers[from]]));
      const renamed = { ...request, headers: { ...headers, ...changed } };
      if (await isRight(inputs, { scheme, keys, request: renamed })) {
        const whats = renames.map(([to, from]) => `${from}, read as ${to}`);
        return [{ of: "header", what: `the header ${whats.join(", and ")}`, fix: "header" }];
      }
    }
  }
  return [];
}

function namesOf({ signature, timestamp, id }: SignatureScheme): readonly string[] {
  const [first = ""] = signatureHeaders(signature);
  return [first, timestamp?.header, id?.header].filter((name) => name !== undefined);
}

type Renames = readonly (readonly [to: string, from: string])[];

/** Prefixes and underscores for any number of headers; any other name only for one. */
function listRenames(missing: readonly string[], headers: HeaderRecord): readonly Renames[] {
  const names = Object.keys(headers).slice(0, MAX_HEADERS);
  const similar = missing.flatMap((to) =>
    names
      .filter((from) => from.replaceAll("_", "-").endsWith(to))
      .slice(0, 1)
      .map((from) => [to, from] as const),
  );
  const [only, ...others] = missing;
  const any: readonly Renames[] =
    only === undefined || others.length > 0 ? [] : names.map((from) => [[only, from]]);
  return [...(similar.length > 0 ? [similar] : []), ...any];
}

/** Vendors that write the same header, and for which it is right. */
async function findProviders(
  inputs: SignatureInputs,
  { request }: SentSignature,
): Promise<readonly Guess[]> {
  const found: string[] = [];
  for (const { id, signatures = [] } of PROVIDERS) {
    for (const scheme of signatures) {
      if (found.includes(id) || !isSentAt(scheme.signature, request)) continue;
      const keys = keysOf(inputs, scheme);
      if (await isRight(inputs, { scheme, keys, request })) found.push(id);
    }
  }
  if (found.length === 0) return [];
  const noun = found.length === 1 ? "the vendor" : "each of the vendors";
  return [
    { of: "provider", what: `${noun} ${found.join(", ")}`, fix: "provider", providers: found },
  ];
}

/** Headers that have a secret as it is. */
async function findTokens(
  { secrets }: SignatureInputs,
  { request: { headers } }: SentSignature,
): Promise<readonly Guess[]> {
  const known = secrets();
  return Object.keys(headers)
    .filter((name) => {
      const value = (readHeader(headers, name) ?? "").trim();
      return known.includes(value) || known.includes(value.replace(/^\w+ +/, ""));
    })
    .map((name): Guess => ({ of: "header", what: `the header ${name}`, fix: "token" }));
}
